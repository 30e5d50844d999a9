import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { deleteMarked, findUsage, insertPending, markAbandoned, markDeleting, markStored } from './repository.ts'

const app = testApp()
let uploadedBy: string
beforeAll(async () => {
  uploadedBy = (await createUser(app)).user.id
})

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes))
/** A file that was announced at 12:00, in a project of its own. */
const announced = async () => {
  const projectID = (await createProject(app, uploadedBy)).id
  const file = { id: uuidv7(), projectID, uploadedBy, name: 'plan.pdf', mostBytes: 1000, now: at(0) }
  await insertPending(app.db, file)
  return file
}
const rowOf = (id: string) =>
  app.db
    .selectFrom('files')
    .select(['state', 'size_bytes', 'created_at', 'changed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const arrival = { size: 700, contentType: 'application/pdf' }

test('[FILES-05] each step of a file records its time, because the sweeper goes by the age of the last step', async () => {
  const { id } = await announced()
  expect(await rowOf(id)).toMatchObject({ state: 'pending', created_at: at(0), changed_at: at(0) })
  expect(await markStored(app.db, { id, ...arrival, now: at(1) })).toBe(true)
  expect(await rowOf(id)).toMatchObject({ state: 'stored', created_at: at(0), changed_at: at(1) })
  expect(await markDeleting(app.db, id, at(2))).toBe(true)
  expect(await rowOf(id)).toMatchObject({ state: 'deleting', created_at: at(0), changed_at: at(2) })
})

test('[FILES-05] a file that was given up while it arrived does not become stored', async () => {
  const { id } = await announced()
  await app.db
    .updateTable('files')
    .set({ state: 'deleting', changed_at: at(1) })
    .where('id', '=', id)
    .execute()
  expect(await markStored(app.db, { id, ...arrival, now: at(2) })).toBe(false)
  expect(await rowOf(id)).toMatchObject({ state: 'deleting', changed_at: at(1) })
})

test('[FILES-05] a file can be deleted once: deleting an arriving or already deleted file changes nothing', async () => {
  const { id } = await announced()
  expect(await markDeleting(app.db, id, at(1))).toBe(false)
  expect(await rowOf(id)).toMatchObject({ state: 'pending', changed_at: at(0) })
  await markStored(app.db, { id, ...arrival, now: at(2) })
  expect([await markDeleting(app.db, id, at(3)), await markDeleting(app.db, id, at(4))]).toEqual([true, false])
  expect(await rowOf(id)).toMatchObject({ changed_at: at(3) })
})

test('a project without files, and a person without any, use no room', async () => {
  const person = (await createUser(app)).user.id
  const projectID = (await createProject(app, person)).id
  expect(await findUsage(app.db, projectID, person)).toEqual({ project_files: 0, project_bytes: 0, person_bytes: 0 })
})

test('[FILES-05] a file’s row is removed only when the file is marked for deletion', async () => {
  const { id } = await announced()
  await deleteMarked(app.db, id)
  expect(await rowOf(id)).toMatchObject({ state: 'pending' })
  await markStored(app.db, { id, ...arrival, now: at(1) })
  await deleteMarked(app.db, id)
  expect(await rowOf(id)).toMatchObject({ state: 'stored' })
  await markDeleting(app.db, id, at(2))
  await deleteMarked(app.db, id)
  expect(await app.db.selectFrom('files').select('id').where('id', '=', id).execute()).toEqual([])
})

test('[FILES-05] giving up an unfinished upload records the time; a stored file cannot be given up', async () => {
  const { id } = await announced()
  expect(await markAbandoned(app.db, id, at(3))).toBe(true)
  expect(await rowOf(id)).toMatchObject({ state: 'deleting', changed_at: at(3) })
  const kept = await announced()
  await markStored(app.db, { id: kept.id, ...arrival, now: at(1) })
  expect(await markAbandoned(app.db, kept.id, at(3))).toBe(false)
  expect(await rowOf(kept.id)).toMatchObject({ state: 'stored', changed_at: at(1) })
})
