import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMembership, createPerson, createProject, TEST_PASSWORD } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { wholeLog } from '#support/whole-log.ts'
import { openSession } from '../auth/sessions.ts'
import { deleteDueAccounts, NAMES_ELSEWHERE_MAX } from './erasure.ts'

const DAY = 24 * 60 * 60
const server = testApp()

/** A person who calls themselves so, and a project of somebody else that has nothing to do with them. */
const world = async (name: string) => {
  const leaver = await createPerson(server, { name })
  const owner = await createPerson(server)
  const own = await createProject(server, owner.id)
  const others = await createProject(server, owner.id)
  await createMembership(server, own.id, leaver.id)
  const say = async (projectID: string, description: string) =>
    (await owner.api.tasks.create({ body: { projectID, title: 'A task', description } })).data.id
  return { leaver, owner, own, others, say }
}
type World = Awaited<ReturnType<typeof world>>
const leave = async ({ leaver }: World) => {
  await leaver.api.ownData.askDeletion({ body: { password: TEST_PASSWORD } })
  server.clock.advance(14 * DAY + 60)
  await deleteDueAccounts(server.deps)
}
const textOf = async (id: string) =>
  (await server.db.selectFrom('tasks').select('description').where('id', '=', id).executeTakeFirstOrThrow()).description
const many = async ({ say, others }: World, description: string) => {
  for (let n = 0; n <= NAMES_ELSEWHERE_MAX; n += 1) await say(others.id, `${description} ${n}`)
}

test('words that many others use are no name in their projects: who leaves by the name of these takes them away from nobody', async () => {
  const all = await world('Web Design')
  const { leaver, say, own, others } = all
  await many(all, 'We need Web Design.')
  // Applying gives no part in a project.
  await leaver.api.projects.apply({ params: { id: others.id }, body: {} })
  const text = `Web Design for ${leaver.email}, says @${leaver.username}.`
  const [here, there] = [await say(own.id, text), await say(others.id, text)]
  await leave(all)
  expect(await textOf(there)).toBe('Web Design for former member, says former member.')
  // In a project that they were a member of it may well be their name.
  expect(await textOf(here)).toBe('former member for former member, says former member.')
})

test('[ACCT-29] a name that others wrote now and then is replaced everywhere, also in projects that the person never was in', async () => {
  const all = await world('Zara Quillovna')
  for (let n = 0; n <= NAMES_ELSEWHERE_MAX; n += 1) await all.say(all.own.id, `Ask Zara Quillovna ${n}.`)
  const there = await all.say(all.others.id, 'Invite Zara Quillovna?')
  await leave(all)
  expect(await textOf(there)).toBe('Invite former member?')
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from tasks where description ~ 'Zara'`.execute(server.db)
  expect(rows[0]?.left).toBe(0)
})

test('an administrator reads in the audit in how many texts a deletion has replaced the name', async () => {
  const all = await world('Yara Blotova')
  for (const project of [all.own, all.others]) await all.say(project.id, 'By Yara Blotova.')
  await leave(all)
  const { id } = await createPerson(server, { isAdministrator: true })
  const root = server.client((await openSession(server.deps, server.db, id)).accessToken)
  await wholeLog(server)
  const { data } = await root.audit.list({ query: { person: all.leaver.id, kind: 'account.deleted' } })
  expect(data).toMatchObject([{ details: { texts: 2 } }])
})
