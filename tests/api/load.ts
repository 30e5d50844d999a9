import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '../support/server.ts'
import type { Answer, TwoServers } from './two-servers.ts'

let refreshes = 0
/** Refreshes from a new network address each time, because the limit on refreshes is not what these tests are about. */
export const refresh = (call: TwoServers['call'], refreshToken: unknown) =>
  call('POST', '/users/refresh-token', {
    body: { refreshToken },
    from: `10.${5 + ((refreshes += 1) >> 16)}.${(refreshes >> 8) & 255}.${refreshes & 255}`,
  })

type Session = { accessToken: string; refreshToken: string }
export type Load = {
  /** How many tasks were acknowledged so far. */
  acknowledged(): number
  /** How many connections broke off in the middle of a call. */
  broken(): number
  /** Ends the load and expects that nothing acknowledged is lost, nothing was done twice, and nobody was logged out. */
  endAndExpectAll(): Promise<void>
}

/**
 * People at work through the balancer: four create tasks, one pays, one keeps refreshing their session. Every answer
 * must be a success; a connection that breaks off gives no answer.
 */
export const startLoad = (
  app: TestApp,
  servers: TwoServers,
  { projectID, owner, payee }: { projectID: string; owner: Session; payee: string },
): Load => {
  let token = owner.accessToken
  let isOver = false
  let broken = 0
  const tasks = new Map<string, string>()
  const payments = new Map<string, number>()

  const createTasks = async (worker: number) => {
    for (let i = 0; !isOver; i++) {
      const title = `Task ${worker}-${i}`
      const answer = await servers
        .call('POST', '/user-tasks', { token, body: { projectID, title, description: 'Work.' } })
        .catch(() => null)
      if (!answer) broken += 1
      else {
        expect(answer.status).toBe(201)
        tasks.set((answer.body['data'] as { id: string }).id, title)
      }
    }
  }
  // When the connection breaks off, nobody knows whether the payment was recorded: it is sent again with the same key.
  const pay = async () => {
    for (let i = 1; !isOver; i++) {
      const body = { userID: payee, amountCents: i, currency: 'USD', idempotencyKey: `payment ${i}` }
      let answer: Answer | null = null
      while (!answer) {
        answer = await servers.call('POST', `/projects/${projectID}/payments`, { token, body }).catch(() => null)
        if (!answer) broken += 1
      }
      expect(answer.status).toBe(201)
      payments.set((answer.body['data'] as { id: string }).id, i)
    }
  }
  const stayLoggedIn = async () => {
    let current: unknown = owner.refreshToken
    while (!isOver) {
      const answer = await refresh(servers.call, current).catch(() => null)
      if (!answer) continue
      expect(answer.status).toBe(200)
      current = answer.body['refreshToken']
      token = String(answer.body['accessToken'])
    }
    return current
  }
  const load = Promise.all([stayLoggedIn(), pay(), ...[1, 2, 3, 4].map(createTasks)])

  const expectAll = async () => {
    const stored = await app.db
      .selectFrom('tasks')
      .select(['id', 'title', 'task_number'])
      .where('project_id', '=', projectID)
      .execute()
    const titles = new Map(stored.map(({ id, title }) => [id, title]))
    expect([...tasks].filter(([id, title]) => titles.get(id) !== title)).toEqual([])
    // A call that broke off may have created its task, but only one; no task number is there twice.
    expect(stored.length - tasks.size).toBeLessThanOrEqual(broken)
    expect(new Set(stored.map(({ task_number }) => task_number)).size).toBe(stored.length)
    const paid = await app.db
      .selectFrom('payments')
      .select(['id', 'amount_cents'])
      .where('project_id', '=', projectID)
      .execute()
    expect(new Map(paid.map(({ id, amount_cents }) => [id, amount_cents]))).toEqual(payments)
    // A killed process leaves no open transaction behind, and so no lock.
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(app.db)
    expect(rows).toEqual([{ held: 0 }])
  }
  return {
    acknowledged: () => tasks.size,
    broken: () => broken,
    endAndExpectAll: async () => {
      isOver = true
      const [latest] = await load
      await expectAll()
      expect((await refresh(servers.call, latest)).status).toBe(200)
    },
  }
}
