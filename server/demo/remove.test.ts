import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { systemClock } from '../deps.ts'
import type { FileStore } from '../files/file-store.ts'
import { waitlist } from './content/index.ts'
import { seedDemo } from './index.ts'
import { findDifferences } from '../modules/reputation/service.ts'
import { removeDemo } from './remove.ts'

const app = testApp()
beforeAll(async () => {
  await seedDemo(app.db, systemClock)
})

const removedKeys: string[] = []
const store = { remove: async (key: string) => void removedKeys.push(key) } as unknown as FileStore
const count = async (from: string): Promise<number> =>
  (await sql.raw<{ n: number }>(`select count(*)::int as n from ${from}`).execute(app.db)).rows[0]?.n ?? -1

test('removing the demo world leaves what other people own and did', async () => {
  const { db } = app
  const demo = async (username: string) =>
    (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
  const [creator, contributor] = [await demo('creator'), await demo('contributor')]
  const owned = await db.selectFrom('projects').select('id').where('created_by', '=', creator).orderBy('id').execute()
  const [taken, other] = owned.map(({ id }) => id) as [string, string]

  // A person with a project of their own, in which demo accounts took part in every way.
  const person = await createPerson(app, { reputation: 100 })
  await db.updateTable('users').set({ reputation: 130 }).where('id', '=', person.id).execute()
  const own = await createProject(app, person.id)
  await createMembership(app, own.id, contributor, 'admin')
  const recording = async (recordedBy: string) => {
    const id = uuidv7()
    const by = { recorded_by: recordedBy, payer_id: recordedBy }
    const row = { id, project_id: own.id, ...by, idempotency_key: 'one', request_hash: 'x' }
    await db.insertInto('payment_recordings').values(row).execute()
    return id
  }
  const pay = async (recordingID: string, position: number, userID: string, isVoided = false) => {
    const id = uuidv7()
    const row = { id, recording_id: recordingID, position, project_id: own.id, user_id: userID, amount_cents: 100 }
    const voided = isVoided ? { voided_at: new Date(), voided_by: contributor } : {}
    await db
      .insertInto('payments')
      .values({ ...row, currency: 'USD', ...voided })
      .execute()
    return id
  }
  const theirs = await recording(contributor)
  await pay(theirs, 0, contributor)
  const paidToPerson = await pay(theirs, 1, person.id, true)
  await recording(person.id)
  const file = async (projectID: string) => {
    const id = uuidv7()
    const row = { id, project_id: projectID, uploaded_by: contributor, name: 'a.txt', state: 'stored' as const }
    await db.insertInto('files').values(row).execute()
    return id
  }
  const [ownFile, demoFile] = [await file(own.id), await file(other)]
  // This person also owns a demo project by now, and earned 30 points in another one.
  await createMembership(app, taken, person.id, 'owner')
  await db
    .updateTable('tasks')
    .set({ assigned_to_id: person.id, status: 4, credited_reputation: 30 })
    .where('id', '=', (eb) => eb.selectFrom('tasks').select('id').where('project_id', '=', other).limit(1))
    .execute()
  await db
    .insertInto('reputation_events')
    .values({
      id: uuidv7(),
      user_id: person.id,
      project_id: other,
      delta: 30,
      rule: 'completed',
      created_at: new Date(),
    })
    .execute()
  const [projects, accounts] = [await count('projects'), await count('users')]

  expect(await removeDemo({ db, store, clock: systemClock })).toEqual({
    accounts: accounts - 1,
    projects: projects - 2,
    kept: 1,
  })

  expect(await db.selectFrom('users').select(['id', 'reputation']).execute()).toEqual([
    { id: person.id, reputation: 100 },
  ])
  expect(await findDifferences(db)).toEqual([])
  expect(await db.selectFrom('projects').select(['id', 'created_by']).orderBy('created_at').execute()).toEqual(
    [taken, own.id].map((id) => ({ id, created_by: person.id })),
  )
  expect(await db.selectFrom('memberships').select(['project_id', 'user_id']).execute()).toHaveLength(2)
  const ledger = await db.selectFrom('payments').select(['id', 'user_id', 'voided_by']).execute()
  expect(ledger.filter(({ id }) => id === paidToPerson)).toEqual([
    { id: paidToPerson, user_id: person.id, voided_by: person.id },
  ])
  expect(ledger.every(({ user_id }) => user_id === person.id)).toBe(true)
  const recordings = await db.selectFrom('payment_recordings').select(['recorded_by', 'payer_id']).execute()
  expect(recordings).toContainEqual({ recorded_by: person.id, payer_id: person.id })
  expect(recordings.every(({ payer_id }) => payer_id === null || payer_id === person.id)).toBe(true)
  expect(await db.selectFrom('files').select(['id', 'uploaded_by']).execute()).toEqual([
    { id: ownFile, uploaded_by: person.id },
  ])
  expect(removedKeys).toEqual([`${other}/${demoFile}`])
  for (const [email] of waitlist)
    expect(await db.selectFrom('waitlist_entries').select('id').where('email', '=', email).execute()).toEqual([])
  // The trigger guards the ledger again.
  await expect(db.deleteFrom('payments').execute()).rejects.toThrow('never deleted')

  // A second removal finds nothing to remove and changes nobody.
  expect(await removeDemo({ db, store, clock: systemClock })).toEqual({ accounts: 0, projects: 0, kept: 0 })
})
