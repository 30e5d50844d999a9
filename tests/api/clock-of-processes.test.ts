import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { startDueWork } from '#server/process/what-is-due.ts'
import { createMembership, createPerson, createProject } from '../support/factories.ts'
import { testApp } from '../support/server.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

const PEOPLE = 25
const HOUR_MS = 3_600_000
/** Each process looks for what is due every ten seconds. */
const A_LOOK_MS = 11_000

const app = testApp()
let servers: TwoServers | undefined
afterEach(async () => {
  await servers?.close()
  servers = undefined
})

/** The number of open requests whose time is over, of requests on their last day, and of overdue tasks, all of one project. */
const dueThings = async () => {
  const owner = await createPerson(app)
  const { id } = await createProject(app, owner.id)
  const member = await createPerson(app)
  await createMembership(app, id, member.id)
  for (const answersIn of [-1, 12])
    for (let n = 0; n < PEOPLE; n++) {
      const person = await createPerson(app)
      await person.api.projects.apply({ params: { id }, body: {} })
      const answer_by = new Date(Date.now() + answersIn * HOUR_MS)
      await app.db.updateTable('project_requests').set({ answer_by }).where('user_id', '=', person.id).execute()
    }
  const body = { projectID: id, title: 'Draw', description: 'Work.', assignedToID: member.id, dueOn: '2026-01-01' }
  for (let n = 0; n < PEOPLE; n++) await owner.api.tasks.create({ body })
  return id
}
const told = async (projectID: string) => {
  const rows = await app.db
    .selectFrom('events')
    .select(['kind', 'request_id', 'task_id'])
    .where('project_id', '=', projectID)
    .where('actor_id', 'is', null)
    .execute()
  return rows.map(({ kind, request_id, task_id }) => `${kind} ${request_id ?? task_id ?? ''}`)
}
const isAllTold = async (projectID: string) => new Set(await told(projectID)).size === 3 * PEOPLE

test('[CLOCK-05] [EVT-24] three processes, of which one is killed in the middle, do what fell due while none ran, each thing once', async () => {
  const projectID = await dueThings()
  // Nothing runs yet: the servers were down.
  expect(await told(projectID)).toEqual([])
  servers = await startTwoServers(app.databaseUrl)
  const stop = startDueWork(app.deps)
  await vi.waitUntil(async () => (await told(projectID)).length > 0, { timeout: 30_000, interval: 5 })
  await servers.kill(0)
  await vi.waitUntil(() => isAllTold(projectID), { timeout: 60_000, interval: 100 })
  await sleep(A_LOOK_MS)
  await stop()
  const all = await told(projectID)
  expect(all).toHaveLength(3 * PEOPLE)
  for (const kind of ['request.expired', 'request.reminded', 'task.overdue'])
    expect(all.filter((one) => one.startsWith(kind))).toHaveLength(PEOPLE)
  const notices = await app.db.selectFrom('notifications').select('count').where('project_id', '=', projectID).where('kind', '=', 'request.expired').where('is_end', '=', true).execute() // prettier-ignore
  expect(notices.map(({ count }) => count)).toEqual(Array.from({ length: PEOPLE }, () => 1))
}, 180_000)

test('[CLOCK-05] a server that was killed does at its next start what it had begun', async () => {
  const projectID = await dueThings()
  servers = await startTwoServers(app.databaseUrl)
  await vi.waitUntil(async () => (await told(projectID)).length > 0, { timeout: 30_000, interval: 5 })
  await Promise.all([servers.kill(0), servers.kill(1)])
  await servers.restart(0)
  await vi.waitUntil(() => isAllTold(projectID), { timeout: 60_000, interval: 100 })
  expect(await told(projectID)).toHaveLength(3 * PEOPLE)
}, 180_000)
