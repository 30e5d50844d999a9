import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createCreator, createMembership, createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { TINY_PICTURE } from '#support/pictures.ts'
import { unzip } from '#support/unzip.ts'
import { openSession } from '../auth/sessions.ts'
import { lastExport, makeExports, removeExpiredExports, takeExport } from './exports.ts'
import { endExport } from './exports-repository.ts'

const DAY = 24 * 60 * 60
const server = testApp({ keepsFiles: true })

const person = async (create = createUser) => {
  const { user, accessToken, refreshToken } = await create(server)
  return { ...user, accessToken, refreshToken, api: server.client(accessToken) }
}
type Person = Awaited<ReturnType<typeof person>>
/** The same person with a new session, after their tokens have ended. */
const again = async (who: Person): Promise<Person> => {
  const { accessToken } = await openSession(server.deps, server.db, who.id)
  return { ...who, accessToken, api: server.client(accessToken) }
}
const ask = async (who: Person) => {
  const { data } = await who.api.ownData.askExport({ body: {} })
  await server.deps.background.idle()
  return data.id
}
const fetchFile = (who: Person | undefined, id: string) =>
  fetch(`${server.origin}/api/users/export/${id}/file`, {
    headers: who ? { authorization: `Bearer ${who.accessToken}` } : {},
  })
const stored = () => readdir(join(server.dataDir, 'files', 'exports')).catch(() => [])
const contentOf = async (who: Person) => {
  const answer = await fetchFile(who, await ask(who))
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  const text = files.get('data.json')?.toString() ?? ''
  return { files, text, data: JSON.parse(text) as Record<string, Array<Record<string, unknown>>> }
}
const upload = async (who: Person, projectID: string, name: string, content: string) => {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  const headers = { authorization: `Bearer ${who.accessToken}` }
  const answer = await fetch(`${server.origin}/api/projects/${projectID}/files`, { method: 'POST', body, headers })
  expect(answer.status).toBe(201)
}

test('[ACCT-24] an export is asked for with 202, is made, and is told of by a mail; the second in a day gets 429', async () => {
  const ada = await person()
  expect((await ada.api.ownData.export({})).data).toBeNull()
  const answer = await fetch(`${server.origin}/api/users/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.accessToken}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(202)
  expect(((await answer.json()) as { data: object }).data).toMatchObject({ state: 'waiting', size: null, endsAt: null })
  const [mail] = await server.mails(ada.email)
  expect(mail?.subject).toContain('data is ready')
  const { data } = await ada.api.ownData.export({})
  expect(data).toMatchObject({ state: 'ready' })
  expect(Date.parse(data?.againAt ?? '')).toBeGreaterThan(server.clock.now().getTime())
  expect(data?.size).toBeGreaterThan(0)
  const refused = await failureOf(ada.api.ownData.askExport({ body: {} }))
  expect(refused).toMatchObject({ status: 429 })
  const rows = await server.db.selectFrom('account_exports').select('id').where('user_id', '=', ada.id).execute()
  expect(rows).toHaveLength(1)
})

test('[ACCT-24] of three who ask at once for one person, one export comes', async () => {
  const ada = await person()
  const answers = await Promise.allSettled([1, 2, 3].map(() => ada.api.ownData.askExport({ body: {} })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await server.deps.background.idle()
  expect(await server.mails(ada.email)).toHaveLength(1)
})

test('[ACCT-25] it is a zip of one JSON with what the person wrote, and the own files; nothing of others and no proof', async () => {
  const [ada, ben] = [await person(), await person()]
  const [own, foreign] = [`own${randomUUID()}`, `foreign${randomUUID()}`]
  const project = await createProject(server, ben.id, { description: foreign })
  await createMembership(server, project.id, ada.id)
  await ada.api.users.updateProfile({ body: { bio: `${own} bio`, headline: `${own} headline` } })
  await ada.api.users.setPicture({ body: { picture: TINY_PICTURE } })
  const task = (text: string, who: Person) =>
    who.api.tasks.create({ body: { projectID: project.id, title: `${text} title`, description: `${text} task` } })
  const [{ data: mine }, { data: theirs }] = [await task(own, ada), await task(foreign, ben)]
  await ben.api.tasks.update({ params: { id: theirs.id }, body: { version: theirs.version, assignedToID: ada.id } })
  const say = (who: Person, id: string, text: string) =>
    who.api.comments.create({ params: { id }, body: { body: `${text} comment`, idempotencyKey: randomUUID() } })
  await say(ada, mine.id, own)
  await say(ben, mine.id, foreign)
  await upload(ada, project.id, 'mine.txt', `${own} bytes`)
  await upload(ben, project.id, 'theirs.txt', `${foreign} bytes`)
  await server.db
    .insertInto('project_requests')
    .values({
      id: uuidv7(),
      project_id: project.id,
      user_id: ada.id,
      kind: 'invitation',
      created_by: ben.id,
      message: foreign,
      status: 2,
    })
    .execute()
  await ada.api.tokens.create({
    body: { name: `${own} token`, scopes: ['read'], endsAt: new Date(Date.now() + 9 * DAY * 1000).toISOString() },
  })

  const { files, text, data } = await contentOf(ada)
  expect([...files.keys()].filter((name) => !name.startsWith('files/')).toSorted()).toEqual([
    'data.json',
    'picture.webp',
  ])
  const [file] = [...files].filter(([name]) => name.startsWith('files/'))
  expect([file?.[0].endsWith('-mine.txt'), file?.[1].toString()]).toEqual([true, `${own} bytes`])
  expect(data['account']?.[0]).toMatchObject({ email: ada.email, bio: `${own} bio`, headline: `${own} headline` })
  expect(data['tasksByMe']).toMatchObject([{ id: mine.id, title: `${own} title`, description: `${own} task` }])
  expect(data['tasksForMe']).toMatchObject([{ id: theirs.id, task_number: 2 }])
  expect(data['comments']).toMatchObject([{ task_id: mine.id, body: `${own} comment` }])
  expect(data['files']).toMatchObject([{ name: 'mine.txt' }])
  expect(data['memberships']).toMatchObject([{ project_id: project.id, role: 'member' }])
  expect(data['accessTokens']).toMatchObject([{ name: `${own} token`, scopes: ['read'] }])
  expect(data['requests']).toHaveLength(1)
  expect(data['events']?.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['task.created', 'comment.added', 'account.exported']),
  )
  expect(text).not.toContain(foreign)
  for (const { hash } of await server.db
    .selectFrom('users')
    .select('password_hash as hash')
    .where('id', 'in', [ada.id, ben.id])
    .execute())
    expect(text).not.toContain(hash)
  for (const { token_hash } of await server.db.selectFrom('refresh_tokens').select('token_hash').execute())
    expect(text).not.toContain(token_hash)
  for (const { token_hash } of await server.db.selectFrom('access_tokens').select('token_hash').execute())
    expect(text).not.toContain(token_hash)
  expect(text).not.toContain(ben.email)
})

test('[ACCT-25] of what the person made and has left, it has the text that is still their own, and none that others wrote since', async () => {
  const [ada, ben] = [await person(createCreator), await person()]
  const [own, foreign] = [`own${randomUUID()}`, `foreign${randomUUID()}`]
  const { id } = await createProject(server, ben.id)
  await createMembership(server, id, ada.id, 'admin')
  const task = async () =>
    (await ada.api.tasks.create({ body: { projectID: id, title: `${own} title`, description: `${own} task` } })).data
  const [kept, renamed] = [await task(), await task()]
  const created = async () => {
    const body = { title: `${own} project`, description: `${own} brief` }
    const { data } = await ada.api.projects.create({ body })
    await createMembership(server, data.id, ben.id, 'owner')
    return data
  }
  const [same, rewritten] = [await created(), await created()]
  const change = (who: Person, taskID: string, body: object) => who.api.tasks.update({ params: { id: taskID }, body })
  await change(ada, kept.id, { description: `${own} again` })
  await change(ben, kept.id, { priority: 'high' })
  await change(ben, renamed.id, { title: foreign })
  await ben.api.projects.update({ params: { id: rewritten.id }, body: { description: foreign } })

  const members = server.db.deleteFrom('memberships').where('user_id', '=', ada.id)
  await members.execute()
  const { data, text } = await contentOf(ada)
  const byID = (list: string) => new Map(data[list]?.map((row) => [row['id'], row]))
  const tasks = byID('tasksByMeInProjectsLeft')
  expect(tasks.get(kept.id)).toMatchObject({ title: `${own} title`, description: `${own} again`, project_id: id })
  expect(tasks.get(renamed.id)).toMatchObject({ title: null, description: `${own} task` })
  const projects = byID('projectsLeft')
  expect(projects.get(same.id)).toMatchObject({ title: `${own} project`, description: `${own} brief` })
  expect(projects.get(rewritten.id)).toMatchObject({ title: null, description: null })
  expect([data['tasksByMe'], data['projects']]).toEqual([[], []])
  expect(text).not.toContain(foreign)
})

test('[ACCT-25] what is older than the log is nobody’s to tell: its text stays with the project', async () => {
  const [ada, ben] = [await person(), await person()]
  const title = `old${randomUUID()}`
  // Made without an event, as by a release before the log.
  const { id } = await createProject(server, ben.id, { title })
  await server.db.updateTable('projects').set({ created_by: ada.id }).where('id', '=', id).execute()
  const { data, text } = await contentOf(ada)
  expect(data['projectsLeft']).toMatchObject([{ id, title: null }])
  expect(text).not.toContain(title)
})

test('[ACCT-25] a file whose bytes the store has lost is named, and the rest is exported', async () => {
  const ada = await person()
  const { id } = await createProject(server, ada.id)
  await upload(ada, id, 'a.txt', 'one')
  await upload(ada, id, 'b.txt', 'two')
  const [lost] = await server.db.selectFrom('files').select('id').where('project_id', '=', id).orderBy('id').execute()
  await rm(join(server.dataDir, 'files', id, lost?.id ?? ''))
  const { files, data } = await contentOf(ada)
  expect([...files.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(1)
  expect(data['filesNotFound']).toEqual([lost?.id])
})

test('[ACCT-26] for 24 hours its owner alone can fetch it, everybody else gets 404; then it is gone from disk', async () => {
  const [ada, ben] = [await person(), await person()]
  const id = await ask(ada)
  // Other tests of this file leave exports, too, which end at other times.
  const { file_id: file } = await server.db
    .selectFrom('account_exports')
    .select('file_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect((await fetchFile(ada, id)).status).toBe(200)
  expect((await fetchFile(ben, id)).status).toBe(404)
  expect((await fetchFile(undefined, id)).status).toBe(401)
  await server.db.updateTable('users').set({ is_administrator: true }).where('id', '=', ben.id).execute()
  expect((await fetchFile(ben, id)).status).toBe(404)
  server.clock.advance(DAY - 60)
  const nextDay = await again(ada)
  await removeExpiredExports(server.deps)
  expect((await fetchFile(nextDay, id)).status).toBe(200)
  expect(await stored()).toContain(file)
  server.clock.advance(120)
  expect((await fetchFile(nextDay, id)).status).toBe(404)
  expect((await nextDay.api.ownData.export({})).data).toMatchObject({ id, state: 'expired', againAt: null })
  await removeExpiredExports(server.deps)
  expect(await stored()).not.toContain(file)
  expect((await fetchFile(nextDay, id)).status).toBe(404)
  expect(await ask(nextDay)).not.toBe(id)
})

test('[ACCT-24] an export that cannot be made is tried again, and after the last try may be asked for at once', async () => {
  const ada = await person()
  const error = vi.fn()
  // A file is where the uploads would arrive.
  const deps = {
    ...server.deps,
    config: { ...server.deps.config, filesDir: '/dev/null' },
    logger: { ...server.deps.logger, error } as never,
  }
  await server.db
    .insertInto('account_exports')
    .values({ id: uuidv7(), user_id: ada.id, asked_at: server.clock.now() })
    .execute()
  for (let tries = 0; tries < 6; tries += 1) {
    await makeExports(deps)
    expect((await lastExport(deps, { userID: ada.id } as never))?.state).toBe(tries < 5 ? 'waiting' : 'failed')
    server.clock.advance(3 * 3600)
  }
  expect(error).toHaveBeenCalledTimes(6)
  const later = await again(ada)
  expect((await fetchFile(later, await ask(later))).status).toBe(200)
})

test('[ACCT-24] what a try that died has left is removed by the next, and a try that lost its turn ends nothing', async () => {
  const ada = await person()
  const id = uuidv7()
  await server.db.insertInto('account_exports').values({ id, user_id: ada.id, asked_at: server.clock.now() }).execute()
  const first = await takeExport(server.deps)
  if (!first) throw new Error('There was nothing to take.')
  // Nobody else takes it while the first has its turn.
  await makeExports(server.deps)
  expect((await ada.api.ownData.export({})).data?.state).toBe('waiting')
  await mkdir(join(server.dataDir, 'files', 'exports'), { recursive: true })
  await writeFile(join(server.dataDir, 'files', 'exports', first.fileID), 'half of it')
  server.clock.advance(61)
  await makeExports(server.deps)
  expect(await stored()).not.toContain(first.fileID)
  expect(await endExport(server.db, first, server.clock.now(), 10)).toBe(false)
  expect((await fetchFile(ada, id)).status).toBe(200)
  expect(await server.mails(ada.email)).toHaveLength(1)
})

test('an export is told of in the log as asked for, with the network', async () => {
  const ada = await person()
  await ask(ada)
  const rows = await server.db.selectFrom('events').select(['kind', 'data']).where('subject_id', '=', ada.id).execute()
  expect(rows).toEqual([{ kind: 'account.exported', data: { network: '127.0.0.0/24' } }])
})

test('the download of an export may take an hour, for the server as for every client, since it holds all files of a person', () => {
  expect(contract.ownData.downloadExport.timeoutMs).toBe(60 * 60_000)
})
