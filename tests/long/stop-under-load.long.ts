import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTwoServers, type TwoServers } from '../api/two-servers.ts'
import { createMembership, createPerson, createProject, createUser } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'

/** How long no server runs; `npm run test:long -- load --stop-seconds N` sets it. */
const STOPPED_SECONDS = Number(process.env['GUILDHALL_STOP_SECONDS'] ?? 30)
const WORKERS = 4

let app: TestApp
let servers: TwoServers
beforeAll(async () => {
  app = await startTestApp()
  servers = await startTwoServers(app.databaseUrl)
})
afterAll(async () => {
  await servers.close()
  await app.close()
})

test(
  `both processes are killed under load and stay away for ${STOPPED_SECONDS} s: no notice is lost, and none comes twice`,
  async () => {
    const { user: owner, accessToken: token } = await createUser(app)
    const [member, follower] = [await createPerson(app), await createPerson(app)]
    const { id: projectID } = await createProject(app, owner.id)
    for (const { id } of [member, follower]) await createMembership(app, projectID, id)
    /** The tasks whose creation, and whose move, was answered. */
    const [assigned, moved] = [new Set<string>(), new Set<string>()]
    let isOver = false
    let answered = 0
    const work = async (worker: number) => {
      for (let n = 0; !isOver; n++) {
        // A limit counts the tasks that one person gives others in an hour.
        const isAssigned = n % 4 === 0
        const given = isAssigned && { assignedToID: member.id }
        const body = { projectID, title: `Task ${worker}-${n}`, description: 'Work.', ...given }
        const made = await servers.call('POST', '/user-tasks', { token, body }).catch(() => null)
        if (!made) {
          await sleep(50)
          continue
        }
        expect(made.status).toBe(201)
        const { id } = made.body['data'] as { id: string }
        if (isAssigned) assigned.add(id)
        await follower.api.notifications.follow({ params: { id }, body: {} })
        const answer = await servers.call('PUT', `/user-tasks/${id}`, { token, body: { status: 2 } }).catch(() => null)
        if (answer) {
          expect(answer.status).toBe(200)
          moved.add(id)
        }
        answered += 1
      }
    }
    const load = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
    const sessionIsValid = (count: number) => {
      const from = answered
      return vi.waitUntil(() => answered - from > count, { timeout: 60_000, interval: 20 })
    }
    await sessionIsValid(60)
    await Promise.all([servers.kill(0), servers.kill(1)])
    await sleep(STOPPED_SECONDS * 1000)
    await Promise.all([servers.restart(0), servers.restart(1)])
    await sessionIsValid(60)
    isOver = true
    await load

    const noticesOf = async (userID: string) => {
      const rows = await app.db
        .selectFrom('notifications')
        .select(['task_id', 'count', 'kind'])
        .where('user_id', '=', userID)
        .execute()
      return new Map(rows.map(({ task_id, ...row }) => [task_id ?? '', row]))
    }
    const direct = await noticesOf(member.id)
    expect([...assigned].filter((id) => !direct.has(id))).toEqual([])
    // A call that broke off may have been done or not; a follower hears once of each move that was.
    const isTold = async () => {
      const told = await noticesOf(follower.id)
      return [...moved].every((id) => told.has(id))
    }
    await vi.waitUntil(isTold, { timeout: 30_000, interval: 200 })
    const moves = await app.db.selectFrom('events').select('task_id').where('kind', '=', 'task.moved').execute()
    const told = await noticesOf(follower.id)
    expect([...told.values()].map(({ count }) => count)).toEqual(Array.from({ length: told.size }, () => 1))
    expect([...told.keys()].sort()).toEqual(moves.map(({ task_id }) => task_id).sort())
    process.stdout.write(`${assigned.size} tasks assigned, ${moved.size} moves, ${moves.length} in the log\n`)
  },
  (STOPPED_SECONDS + 180) * 1000,
)
