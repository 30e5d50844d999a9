import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { type Answer, startTwoServers, type TwoServers } from './two-servers.ts'

const ROUNDS = 8
const TASKS = 12
/** Gives the tests a database and factories; the calls of the tests go to the two processes. */
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

type Sent = { id?: number; name: string; status: number }
type List = { stages: Array<Sent & { id: number }>; version: number }
const listOf = ({ body }: Answer) => body['data'] as List
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()

/** A project with three stages, tasks in each of them, and an owner and an admin. */
const newBoard = async () => {
  const [owner, admin] = [await createUser(app), await createUser(app)]
  const { id } = await createProject(app, owner.user.id)
  await createMembership(app, id, admin.user.id, 'admin')
  const path = `/projects/${id}/stages`
  const write = (call: TwoServers['call'], stages: readonly Sent[], version: number, by = owner) =>
    call('PUT', path, { token: by.accessToken, body: { stages, version } })
  const names = ['Design', 'Build', 'Test']
  const list = listOf(
    await write(
      servers.call,
      names.map((name) => ({ name, status: 2 })),
      0,
    ),
  )
  const tasks: string[] = []
  for (let n = 0; n < TASKS; n++) {
    const stageID = list.stages[n % 3]?.id
    const body = {
      projectID: id,
      title: `Task ${n}`,
      description: 'Work.',
      status: 2,
      stageID,
      assignedToID: admin.user.id,
    }
    const { body: answer } = await servers.call('POST', '/user-tasks', { token: owner.accessToken, body })
    tasks.push((answer['data'] as { id: string }).id)
  }
  return { projectID: id, owner, admin, list, tasks, write }
}

/** The tasks that name a stage which is not there, or has another status, and those whose events say something else. */
const lost = async (projectID: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from tasks t where t.project_id = ${projectID} and t.stage_id is not null and not exists (
      select from project_stages s where s.project_id = t.project_id and s.id = t.stage_id and s.status = t.status)`.execute(
    app.db,
  )
  return rows[0]?.n ?? 0
}

test('[STAGE-19] of two lists at once one takes effect, the other answers 409 with it, and cards that move end in stages that exist', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { projectID, owner, admin, list, tasks, write } = await newBoard()
    const [design, build, tests] = list.stages as [Sent, Sent, Sent]
    const moves = tasks.map((id, n) =>
      servers.call('POST', `/user-tasks/${id}/order`, {
        token: n % 2 ? owner.accessToken : admin.accessToken,
        body: { stageID: [tests, build, design][n % 3]?.id },
      }),
    )
    const byStatus = tasks
      .slice(0, 4)
      .map((id) => servers.call('PUT', `/user-tasks/${id}`, { token: admin.accessToken, body: { status: 1 } }))
    const writes = await Promise.all([
      write(servers.atFirst, [{ ...design, status: 3 }, build], list.version),
      write(servers.atSecond, [{ ...tests, status: 4 }, design], list.version, admin),
    ])
    expect(statuses(writes)).toEqual([200, 409])
    const winner = writes.find(({ status }) => status === 200)
    const loser = writes.find(({ status }) => status === 409)
    expect((loser?.body as { newer?: List } | undefined)?.newer).toEqual(winner && listOf(winner))
    for (const { status } of await Promise.all([...moves, ...byStatus])) expect([200, 409, 422]).toContain(status)
    expect(await lost(projectID)).toBe(0)
    const now = await servers.call('GET', `/projects/${projectID}/stages`, { token: admin.accessToken })
    expect(listOf(now)).toEqual(winner && listOf(winner))
  }
})

test('[STAGE-05] after kill -9 in the middle of a change of stages, all of it is there or nothing', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { projectID, list, tasks, write } = await newBoard()
    const [design, build] = list.stages as [Sent, Sent]
    const writing = write(servers.atFirst, [{ ...design, status: 4 }, build], list.version).catch(() => undefined)
    await sleep(round * 4)
    await servers.kill(0)
    const answer = await writing
    await servers.restart(0)
    // PostgreSQL takes the transaction of a process that is gone back as soon as it finds the connection closed.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_stat_activity where state = 'idle in transaction'`.execute(app.db)
        return rows[0]?.n
      })
      .toBe(0)
    expect(await lost(projectID)).toBe(0)
    const { rows } = await sql<{ status: number; stage_id: number | null; n: number }>`
      select status, stage_id, count(*)::int as n from tasks where project_id = ${projectID}
      group by status, stage_id order by status, stage_id`.execute(app.db)
    const { rows: stages } = await sql<{ version: number; n: number }>`
      select stages_version as version, (select count(*)::int from project_stages where project_id = ${projectID}) as n
      from task_counters where project_id = ${projectID}`.execute(app.db)
    const third = TASKS / 3
    const before = [1, 2, 3].map((stage_id) => ({ status: 2, stage_id, n: third }))
    // The tasks of the stage that goes are in the first one that is left.
    const after = [
      { status: 2, stage_id: 2, n: third },
      { status: 2, stage_id: null, n: third },
      { status: 4, stage_id: 1, n: third },
    ]
    const isDone = stages[0]?.version === 2
    if (answer?.status === 200) expect(isDone).toBe(true)
    expect(stages).toEqual([isDone ? { version: 2, n: 2 } : { version: 1, n: 3 }])
    expect(rows).toEqual(isDone ? after : before)
    expect(tasks).toHaveLength(TASKS)
  }
})
