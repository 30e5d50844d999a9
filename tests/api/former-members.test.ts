import { expect, test } from 'vitest'
import { openSession } from '#server/modules/auth/sessions.ts'
import { runDecisionClock } from '#server/modules/memberships/decision-clock.ts'
import { notifyFollowers } from '#server/modules/notifications/followers.ts'
import { gatherNoticeMails } from '#server/modules/notifications/gather-mails.ts'
import { projectStatus, taskStatus } from '#shared/rules/statuses.ts'
import { createPerson, createProject, createUser } from '../support/factories.ts'
import { readsThatHold } from '../support/read-walk.ts'
import { testApp } from '../support/server.ts'
import { unzip } from '../support/unzip.ts'

const server = testApp({ keepsFiles: true })

const CANARY = 'quetzalcanary'
/** The people who may no longer open the project, by how they lost the right. */
const former = [
  'removed member',
  'removed admin',
  'member who left',
  'rejected',
  'withdrawn',
  'expired',
  'declined',
  'uninvited',
] as const
type Former = (typeof former)[number]
const createMember = async () => {
  const { user, accessToken } = await createUser(server)
  return { ...user, accessToken, api: server.client(accessToken) }
}
type Person = Awaited<ReturnType<typeof createMember>>

/** A published project in which each of them has taken part, and has lost the right to open it. */
const createWorld = async () => {
  const owner = await createMember()
  const people = Object.fromEntries(
    await Promise.all(former.map(async (who) => [who, await createMember()] as const)),
  ) as Record<Former, Person>
  const project = await createProject(server, owner.id, { title: 'Counting birds' })
  const params = { id: project.id }
  const as = (who: Former) => ({ params: { ...params, userId: people[who].id } })
  const invite = async (who: Former, role: 'admin' | 'member' = 'member') =>
    (await owner.api.memberships.invite({ ...as(who), body: { role } })).data.requestId
  const apply = async (who: Former) => (await people[who].api.projects.apply({ params, body: {} })).data.requestId ?? ''
  const answer = (who: Former, accept: boolean) => people[who].api.memberships.answer({ ...as(who), body: { accept } })
  const create = async (who: Former, status: number, title = 'Count') => {
    const body = { projectID: project.id, title, description: 'Birds.', assignedToID: people[who].id, status }
    return (await owner.api.tasks.create({ body })).data
  }
  for (const who of former) await people[who].api.savedProjects.add({ params, body: {} })
  const requests: Record<Former, string> = {
    'removed member': await invite('removed member'),
    'removed admin': await invite('removed admin', 'admin'),
    'member who left': await invite('member who left'),
    declined: await invite('declined'),
    uninvited: await invite('uninvited'),
    rejected: await apply('rejected'),
    withdrawn: await apply('withdrawn'),
    expired: await apply('expired'),
  }
  for (const who of ['removed member', 'removed admin', 'member who left'] as const) await answer(who, true)
  const task = await create('removed member', taskStatus.inProgress)
  const completed = await create('removed member', taskStatus.completed)
  for (const who of ['removed member', 'removed admin', 'member who left'] as const) {
    const words = { body: `Of the ${who}.`, idempotencyKey: `words of ${who}` }
    await people[who].api.comments.create({ params: { id: task.id }, body: words })
  }
  return { owner, people, project, params, as, answer, requests, task, completed }
}
type World = Awaited<ReturnType<typeof createWorld>>

/** Takes the right from each of them. What is to be mailed about it waits. */
const end = async ({ owner, as, answer, requests }: World) => {
  await owner.api.memberships.remove(as('removed member'))
  await owner.api.memberships.remove(as('removed admin'))
  await answer('declined', false)
  await answer('withdrawn', false)
  await owner.api.requests.withdraw({ params: { id: requests.uninvited }, body: {} })
  const { params } = as('rejected')
  await owner.api.memberships.answer({ params, body: { accept: false, reason: 'other', text: 'Next year.' } })
  const past = new Date(server.clock.now().getTime() - 1000)
  await server.db.updateTable('project_requests').set({ answer_by: past }).where('id', '=', requests.expired).execute()
  await runDecisionClock(server)
}

/** Writes the word into every text of the project, which becomes a draft. */
const rewrite = async ({ owner, params, task, completed }: World) => {
  const texts = { title: `${CANARY} title`, description: `${CANARY} description`, skills: `${CANARY}skill` }
  const question = { text: `${CANARY}?`, kind: 'short' as const, isRequired: false }
  const more = { detailedDescription: `${CANARY} details`, client: CANARY, questions: [question] }
  await owner.api.projects.update({ params, body: { ...texts, ...more, status: projectStatus.drafted } })
  for (const { id } of [task, completed]) {
    const { data } = await owner.api.tasks.get({ params: { id } })
    const body = { version: data.version, title: `${CANARY} task`, description: CANARY }
    await owner.api.tasks.update({ params: { id }, body })
    await owner.api.comments.create({ params: { id }, body: { body: CANARY, idempotencyKey: `canary of ${id}` } })
  }
  await owner.api.labels.create({ params, body: { name: CANARY, colour: 'teal' } })
  const template = { name: CANARY, title: CANARY, description: CANARY }
  await owner.api.templates.create({ params, body: template })
}

test(
  'nobody reads what was written in a project after they lost the right to open it',
  { timeout: 120_000 },
  async () => {
    const world = await createWorld()
    const { owner, people, project, requests, task, completed, as } = world
    await people['member who left'].api.memberships.remove(as('member who left'))
    await end(world)
    await rewrite(world)

    const readsOf = ({ accessToken, username }: Person, requestID: string) => {
      const ids = [project.id, requestID, task.id, completed.id, owner.id]
      return readsThatHold(server, accessToken, CANARY, { ids, usernames: [owner.username, username] })
    }
    const found: Partial<Record<Former, string[]>> = {}
    for (const who of former) {
      const reads = await readsOf(people[who], requests[who])
      if (reads.length > 0) found[who] = reads
    }
    expect(found).toEqual({})
    // The walk finds it where it may be read, or it would prove nothing.
    const own = await readsOf(owner, requests.rejected)
    expect(own).toEqual(expect.arrayContaining(['projects.get', 'tasks.get', 'users.profile', 'users.projects']))

    // Their requests stay listed, with the title that they knew.
    const [sent] = (await people.rejected.api.users.requests({ query: { type: 'sent' } })).data
    expect(sent).toMatchObject({ title: 'Counting birds', description: '', skills: '', status: 2 })
    expect(sent?.rejection).toEqual({ reason: 'other', text: 'Next year.' })
    const [received] = (await people['removed admin'].api.users.requests({ query: { type: 'received' } })).data
    expect(received).toMatchObject({ title: 'Counting birds', description: '', skills: '', status: 1 })
  },
)

test('no mail and no export has what was written after somebody lost the right to open the project', async () => {
  const world = await createWorld()
  const { people, as } = world
  await people['member who left'].api.memberships.remove(as('member who left'))
  await end(world)
  await rewrite(world)
  await notifyFollowers(server)
  server.clock.advance(24 * 3600)
  await gatherNoticeMails(server)
  for (const who of former) {
    const mails = await server.mails(people[who].email)
    expect(
      mails.filter(({ subject, text }) => `${subject} ${text}`.includes(CANARY)),
      who,
    ).toEqual([])
  }
  const rejected = await server.mails(people.rejected.email)
  expect(rejected.map(({ subject }) => subject)).toContain('Your application to Counting birds was rejected')

  for (const who of former) {
    const { accessToken } = await openSession(server.deps, server.db, people[who].id)
    const api = server.client(accessToken)
    const { data } = await api.ownData.askExport({ body: {} })
    await server.deps.background.idle()
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await fetch(`${server.origin}/api/users/export/${data.id}/file`, { headers })
    const text =
      unzip(Buffer.from(await answer.arrayBuffer()))
        .get('data.json')
        ?.toString() ?? ''
    expect(text).toContain(people[who].username)
    expect(text.includes(CANARY), who).toBe(false)
  }
})

test('the title of an answered request is what it was then, and lives again with an application that is reopened', async () => {
  const owner = await createPerson(server)
  const person = await createPerson(server)
  const project = await createProject(server, owner.id, { title: 'First' })
  const params = { id: project.id }
  const { data } = await person.api.projects.apply({ params, body: {} })
  const about = { params: { id: data.requestId ?? '' } }
  const title = async () => (await person.api.users.request(about)).data.title
  const reject = () =>
    owner.api.memberships.answer({ params: { ...params, userId: person.id }, body: { accept: false } })
  const call = (name: string, status?: number) =>
    owner.api.projects.update({ params, body: { title: name, ...(status !== undefined && { status }) } })
  await reject()
  await call('Second')
  // Everybody may open it.
  expect(await title()).toBe('Second')
  await call('Third', projectStatus.drafted)
  expect(await title()).toBe('First')
  await owner.api.requests.reopen({ ...about, body: {} })
  expect(await title()).toBe('Third')
  await reject()
  await call('Fourth')
  expect(await title()).toBe('Third')
})
