import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMembership, createProject, createUser, unique } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

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

const ROUNDS = 8
/** A task with an offer to which three people have applied, of whom one is a member. */
const arrange = async () => {
  const [owner, member, ...others] = await Promise.all(Array.from({ length: 4 }, () => createUser(app)))
  if (!owner || !member) throw new Error('Four people.')
  const { id: projectID } = await createProject(app, owner.user.id)
  await createMembership(app, projectID, member.user.id)
  const token = owner.accessToken
  const made = await servers.atFirst('POST', '/user-tasks', {
    token,
    body: { projectID, title: 'Draw', description: 'Work.' },
  })
  const { id: taskID } = made.body['data'] as { id: string }
  await servers.atFirst('PUT', `/user-tasks/${taskID}/offer`, { token, body: { amountCents: 0, mode: 'apply' } })
  const applicants = [member, ...others]
  const requests: string[] = []
  for (const one of applicants) {
    const body = { idempotencyKey: unique('apply-key-') }
    const answer = await servers.atSecond('POST', `/user-tasks/${taskID}/apply`, { token: one.accessToken, body })
    requests.push((answer.body['data'] as { id: string }).id)
  }
  return { owner, projectID, taskID, applicants, requests }
}

test('[CLAIM-49] [CLAIM-04] of two approvals, an assignment and a withdrawal at two processes one person has the task', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { owner, projectID, taskID, applicants, requests } = await arrange()
    const answer = (call: TwoServers['call'], at: number, accept: boolean, token: string) =>
      call('PUT', `/user-projects/${projectID}/user/accept-request`, {
        token,
        body: { requestId: requests[at], accept },
      })
    const answers = await Promise.all([
      answer(servers.atFirst, 1, true, owner.accessToken),
      answer(servers.atSecond, 2, true, owner.accessToken),
      answer(servers.atFirst, 2, false, applicants[2]?.accessToken ?? ''),
      servers.atSecond('PUT', `/user-tasks/${taskID}`, {
        token: owner.accessToken,
        body: { assignedToID: applicants[0]?.user.id },
      }),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const claims = await app.db
      .selectFrom('claims')
      .where('task_id', '=', taskID)
      .where('state', '=', 'active')
      .select('user_id')
      .execute()
    const task = await app.db
      .selectFrom('tasks')
      .where('id', '=', taskID)
      .select('assigned_to_id')
      .executeTakeFirstOrThrow()
    expect(claims).toEqual([{ user_id: task.assigned_to_id }])
    const rows = await app.db
      .selectFrom('project_requests')
      .where('task_id', '=', taskID)
      .select(['user_id', 'status', 'withdrawn_at', 'reject_reason'])
      .execute()
    const approved = rows.filter(({ status }) => status === 1)
    // Who was approved first may have lost the task to an assignment after it.
    expect(approved.length).toBeGreaterThan(0)
    for (const { status, withdrawn_at, reject_reason } of rows) {
      if (withdrawn_at !== null) expect(status).toBe(0)
      else expect([1, 2]).toContain(status)
      if (status === 2) expect(reject_reason).toBe('otherChosen')
    }
    const told = await app.db
      .selectFrom('events')
      .where('project_id', '=', projectID)
      .where('kind', 'in', ['request.approved', 'request.rejected', 'request.withdrawn'])
      .select('request_id')
      .execute()
    expect(new Set(told.map(({ request_id }) => request_id)).size).toBe(requests.length)
    expect(told).toHaveLength(requests.length)
  }
}, 60_000)
