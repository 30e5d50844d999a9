import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createScratchDatabase } from '#support/database.ts'
import { testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { demoAccounts, demoPassword } from '#shared/rules/demo-accounts.ts'
import { workState } from '#shared/rules/statuses.ts'
import { reputationForTask } from '#shared/rules/tiers.ts'
import { projectRoles, tiers } from '#shared/contract/index.ts'
import { findDifferences } from '../modules/reputation/service.ts'
import { seedDemo } from './index.ts'

const NOW = new Date('2026-06-15T09:00:00Z')
const clock = { now: () => NOW }
const app = testApp()

beforeAll(async () => {
  await seedDemo(app.db, clock)
})

const signIn = async (email: string) => {
  const { accessToken } = await signedIn(app.client().auth.login({ body: { emailID: email, password: demoPassword } }))
  return app.client(accessToken)
}
const count = async (from: string): Promise<number> =>
  Number((await sql.raw<{ n: string }>(`select count(*) as n from ${from}`).execute(app.db)).rows[0]?.n)
const distinct = async (column: string, from: string): Promise<unknown[]> =>
  (await sql.raw<{ v: unknown }>(`select distinct ${column} as v from ${from} order by 1`).execute(app.db)).rows.map(
    ({ v }) => v,
  )

describe('the demo world', () => {
  test('[DEMO-03] has at least 60 projects, 400 tasks and 60 people', async () => {
    expect(await count('projects')).toBeGreaterThanOrEqual(60)
    expect(await count('tasks')).toBeGreaterThanOrEqual(400)
    expect(await count('users')).toBeGreaterThanOrEqual(60)
  })

  test('[DEMO-04] has requests in every state, applications and invitations', async () => {
    const state = `kind || ' ' || case when withdrawn_at is not null then 'withdrawn' else status::text end`
    expect(await distinct(state, 'project_requests')).toEqual([
      'application 0',
      'application 1',
      'application 2',
      'application withdrawn',
      'invitation 0',
      'invitation 1',
      'invitation 2',
      'taskApplication 0',
    ])
    expect(await distinct('status', 'creator_applications')).toEqual([0, 1, 2])
    expect(await distinct('is_invited', 'waitlist_entries')).toEqual([false, true])
  })

  test('[DEMO-03] shows every status, tier and role, and archived projects', async () => {
    expect(await distinct('status', 'projects')).toEqual([0, 1, 2, 3, 4])
    expect(await distinct('status', 'tasks')).toEqual([0, 1, 2, 3, 4, 5])
    expect((await distinct('tier', 'projects')).sort()).toEqual([...tiers].sort())
    expect((await distinct('role', 'memberships')).sort()).toEqual([...projectRoles].sort())
    expect(await count('projects where archived_at is not null')).toBeGreaterThan(2)
    for (const [low, high] of [
      [0, 99],
      [100, 499],
      [500, 1999],
      [2000, 999_999],
    ])
      expect(await count(`users where reputation between ${low} and ${high}`)).toBeGreaterThan(0)
  })

  test('[DEMO-03] is consistent: reputation is earned, nothing lies in the future, nobody has two accesses to one project', async () => {
    const tasks = await app.db
      .selectFrom('tasks as t')
      .innerJoin('projects as p', 'p.id', 't.project_id')
      .where('t.status', '=', 4)
      // An owner's own tasks give them nothing.
      .whereRef('t.assigned_to_id', '<>', 'p.created_by')
      .select(['t.assigned_to_id', 'p.tier'])
      .execute()
    const earned = new Map<string | null, number>()
    for (const { assigned_to_id, tier } of tasks)
      earned.set(assigned_to_id, (earned.get(assigned_to_id) ?? 0) + reputationForTask(tier))
    const people = await app.db.selectFrom('users').select(['id', 'reputation']).execute()
    expect(people.filter(({ id, reputation }) => (earned.get(id) ?? 0) !== reputation)).toEqual([])
    // A reopened task takes back exactly the reputation that it is recorded to have given.
    expect(
      await distinct(
        'u.id',
        `users u where reputation <> (select coalesce(sum(credited_reputation), 0) from tasks where assigned_to_id = u.id)`,
      ),
    ).toEqual([])
    expect(earned.has(null)).toBe(false)
    expect(await findDifferences(app.db)).toEqual([])

    // Each of the two demo accounts has a request to see on its last day, and nothing falls due at once.
    for (const of of ['u.id = r.user_id', 'u.id = p.created_by'])
      expect(
        await distinct(
          'r.kind',
          `project_requests r join projects p on p.id = r.project_id join users u on ${of}
          where u.email like '%@guildhall.test' and r.status = 0 and r.withdrawn_at is null
            and r.answer_by between timestamptz '${NOW.toISOString()}' and timestamptz '${NOW.toISOString()}' + interval '1 day'`,
        ),
      ).toEqual(['application'])
    expect(
      await count(`tasks t where t.due_on < date '${NOW.toISOString().slice(0, 10)}' and t.status < 4 and not exists (
      select 1 from told_deadlines d where d.task_id = t.id and d.due_on = t.due_on and d.kind = 'task.overdue')`),
    ).toBe(0)

    // The board shows what release 2 can say of a task.
    for (const shown of ['due_on is not null', 'priority > 0', "label_ids <> '{}'", "done_when <> '[]'"])
      expect(await count(`tasks where ${shown}`), shown).toBeGreaterThan(10)
    expect(
      await count(`tasks t, unnest(t.label_ids) as label_id where not exists (
        select 1 from labels l where l.project_id = t.project_id and l.id = label_id)`),
    ).toBe(0)

    expect(
      await count(
        `labels l where id = 1 and 2 <> (select count(*) from task_templates t where t.project_id = l.project_id)`,
      ),
    ).toBe(0)
    expect(await count('task_templates')).toBeGreaterThan(2)

    const now = `timestamptz '${NOW.toISOString()}'`
    for (const from of [
      `projects where created_at > ${now} or updated_at > ${now} or updated_at < created_at`,
      `tasks where updated_at > ${now} or updated_at < created_at`,
      `project_requests where updated_at > ${now} or updated_at < created_at`,
      `memberships where joined_at > ${now} or last_active_at > ${now} or last_active_at < joined_at`,
      `project_requests r join memberships m using (project_id, user_id) where r.status = 0 and r.withdrawn_at is null`,
      `project_requests r join projects p on p.id = r.project_id where r.created_at < p.created_at`,
      `memberships m where m.role <> 'owner' and not exists (select 1 from project_requests r
        where r.project_id = m.project_id and r.user_id = m.user_id and r.status = 1 and r.role = m.role)`,
      // Who took a task without being a member is its guest.
      `tasks t where assigned_to_id is not null and not exists (select 1 from memberships m
        where m.project_id = t.project_id and m.user_id = t.assigned_to_id) and not exists (select 1 from claims c
        where c.task_id = t.id and c.user_id = t.assigned_to_id and c.kind = 'claimed' and c.state in ('active', 'finished'))`,
      `projects p where (select count(*) from memberships m where m.project_id = p.id and m.role = 'owner') <> 1`,
      `projects p where not exists (select 1 from creator_applications a where a.user_id = p.created_by and a.status = 1)`,
      `task_counters c where last_task_number <>
        (select coalesce(max(task_number), 0) from tasks t where t.project_id = c.project_id)`,
      `projects p left join task_counters c on c.project_id = p.id where c.project_id is null`,
    ])
      expect(await count(from), from).toBe(0)
  })

  test('[DEMO-03][PAY-06] has consistent ledgers: only members and guests are paid, for work done, within the budget; one entry is voided', async () => {
    expect(await count('payments')).toBeGreaterThan(40)
    for (const from of [
      `payments where created_at > timestamptz '${NOW.toISOString()}' or voided_at < created_at`,
      `payments e where not exists (select 1 from memberships m where m.project_id = e.project_id and m.user_id = e.user_id and m.role <> 'owner')
        and not exists (select 1 from claims c where c.task_id = e.task_id and c.user_id = e.user_id and c.state = 'finished')`,
      `payments e where voided_at is null and not exists (select 1 from tasks t where t.project_id = e.project_id
        and t.assigned_to_id = e.user_id and t.completed_at <= e.created_at)`,
      `(select p.id from projects p join payments e on e.project_id = p.id where e.voided_at is null group by p.id
        having sum(e.amount_cents) > p.budget::integer * 100) as overpaid`,
      `(select p.id from projects p join payments e on e.project_id = p.id where e.voided_at is null and p.status = 3 group by p.id
        having sum(e.amount_cents) <> p.budget::integer * 100) as unpaid`,
    ])
      expect(await count(from), from).toBe(0)
    expect(await count('payments where voided_at is not null')).toBeGreaterThan(0)
    const contributor = await signIn('contributor@guildhall.test')
    const own = (await contributor.users.projects({})).data.filter(({ status }) => status === workState.started)
    const ledgers = await Promise.all(own.map(({ id }) => contributor.payments.list({ params: { id }, query: {} })))
    expect(ledgers.some(({ data }) => data.length > 0)).toBe(true)
  })

  test('[DEMO-02] is equal at every start, and is written completely or not at all', async () => {
    const [first, second] = [await createScratchDatabase(), await createScratchDatabase()]
    try {
      const fingerprint = async ({ db }: typeof first) => [
        await db.selectFrom('users').select(['id', 'username', 'reputation', 'created_at']).orderBy('id').execute(),
        await db.selectFrom('projects').selectAll().orderBy('id').execute(),
        await db.selectFrom('project_requests').selectAll().where('task_id', 'is', null).orderBy('id').execute(),
        await db.selectFrom('tasks').selectAll().orderBy('id').execute(),
        await db.selectFrom('offers').selectAll().orderBy('task_id').execute(),
        // What the services write has IDs of their own.
        await db
          .selectFrom('payments')
          .selectAll()
          .where((of) =>
            of.not(of.exists(of.selectFrom('offers').whereRef('offers.project_id', '=', 'payments.project_id'))),
          )
          .orderBy('id')
          .execute(),
        (await sql`select user_id, kind, amount_cents, created_at from ledger_entries order by 4, 2, 1, 3`.execute(db))
          .rows,
      ]
      await seedDemo(first.db, clock)
      await seedDemo(second.db, clock)
      expect(await fingerprint(second)).toEqual(await fingerprint(first))
      // The people exist already, so this second try fails and must leave nothing behind.
      await expect(seedDemo(first.db, { now: () => new Date('2026-06-16T09:00:00Z') })).rejects.toThrow()
      expect(await fingerprint(first)).toEqual(await fingerprint(second))
    } finally {
      await Promise.all([first.drop(), second.drop()])
    }
  })
})

describe('the demo accounts', () => {
  test.each(demoAccounts)('[DEMO-05] $email can sign in', async ({ email, username }) => {
    const api = await signIn(email)
    expect((await api.users.username({})).data).toMatchObject({ username })
  })

  test('[DEMO-05] the administrator administers, the creator publishes, the contributor does neither', async () => {
    const rights = async (email: string) => {
      const api = await signIn(email)
      return [
        (await api.users.adminAccess({})).data,
        (await api.users.isPageAllowed({ params: { page: 'owner-dashboard' } })).data,
      ]
    }
    expect(await rights('admin@guildhall.test')).toEqual([true, false])
    expect(await rights('creator@guildhall.test')).toEqual([false, true])
    expect(await rights('contributor@guildhall.test')).toEqual([false, false])
    const admin = await signIn('admin@guildhall.test')
    expect((await admin.waitlist.list({ query: {} })).pagination.total).toBeGreaterThan(10)
  })

  test('[DEMO-03][DEMO-04] the creator owns six projects or more, with people, tasks and requests that wait', async () => {
    const own = (await (await signIn('creator@guildhall.test')).users.projects({})).data
    expect(own.filter(({ role }) => role === 'owner').length).toBeGreaterThanOrEqual(6)
    const mine = `project_id in (select p.id from projects p join memberships m on m.project_id = p.id
      join users u on u.id = m.user_id where u.username = 'creator' and m.role = 'owner')`
    expect(await count(`memberships where role <> 'owner' and ${mine}`)).toBeGreaterThan(8)
    expect(await count(`tasks where ${mine}`)).toBeGreaterThan(40)
    expect(
      await count(`project_requests where kind = 'application' and status = 0 and withdrawn_at is null and ${mine}`),
    ).toBeGreaterThan(8)
  })

  test('[DEMO-04] the contributor works on some projects, applied to some, is invited to some, and was rejected once', async () => {
    const api = await signIn('contributor@guildhall.test')
    const states = (await api.users.projects({})).data.map(({ status }) => status)
    for (const state of [0, 2, 3]) expect(states).toContain(state)
    const market = (await api.projects.openProjects({ query: { limit: 100 } })).data
    const accesses = await Promise.all(
      market.map(async ({ id }) => (await api.memberships.access({ params: { id } })).data.status),
    )
    expect(accesses.filter((status) => status === 5)).toHaveLength(1)
    for (const status of [0, 1, 6, null]) expect(accesses).toContain(status)
  })

  test('[MKT-15][MKT-16] each saved search of the market finds something', async () => {
    const api = await signIn('contributor@guildhall.test')
    for (const q of ['UI/UX Design', 'Mobile App Development', 'Content Writing', 'React', 'Node.js'])
      expect((await api.projects.openProjects({ query: { q } })).data.length, q).toBeGreaterThan(1)
  })
})
