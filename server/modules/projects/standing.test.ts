import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { withTx } from '#server/db/pool.ts'
import { findOwned } from './repository.ts'

// What an owner's dashboard says of a project, and the number of applications that wait.

const app = testApp()

const person = async (name = '') => {
  const { user, accessToken } = await createUser(app, { name })
  return { id: user.id, username: user.username, api: app.client(accessToken) }
}
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
let tasks = 0
const addTask = (projectID: string, status: number, more: { dueIn?: number; by?: string; isDeleted?: boolean } = {}) =>
  app.db
    .insertInto('tasks')
    .values({
      id: uuidv7(),
      project_id: projectID,
      task_number: ++tasks,
      title: `Task ${tasks}`,
      status,
      due_on: more.dueIn === undefined ? null : inDays(more.dueIn),
      assigned_to_id: more.by ?? null,
      deleted_at: more.isDeleted ? new Date() : null,
    })
    .execute()

test('[TASK2-17] a project has what waits for its owner, who is late, how far it is, and what was paid', async () => {
  const [owner, ada, ben, stranger] = [await person(), await person('Ada Byron'), await person(), await person()]
  const { id } = await createProject(app, owner.id)
  await createProject(app, owner.id)
  const invited = await person()
  for (const { id: memberID } of [ada, ben]) await createMembership(app, id, memberID)
  await app.db
    .updateTable('projects')
    .set({ budget: '3000', estimated_deadline: '2031-05-01' })
    .where('id', '=', id)
    .execute()
  await stranger.api.projects.apply({ params: { id }, body: {} })
  await owner.api.memberships.invite({ params: { id, userId: invited.id }, body: { role: 'member' } })
  await addTask(id, 1, { dueIn: -1, by: ada.id })
  await addTask(id, 2, { dueIn: -3, by: ada.id })
  await addTask(id, 3, { dueIn: -1, by: ben.id })
  await addTask(id, 1, { dueIn: 0, by: ben.id })
  await addTask(id, 4, { dueIn: -9, by: ben.id })
  await addTask(id, 5, { dueIn: -9 })
  await addTask(id, 1, { dueIn: -9, isDeleted: true })
  const pay = (amountCents: number) =>
    owner.api.payments.create({
      params: { id },
      body: { userID: ada.id, amountCents, currency: 'USD', idempotencyKey: uuidv7() },
    })
  await pay(50_000)
  const { data: paid } = await pay(70_000)
  await owner.api.payments.void({ params: { id, paymentId: paid.id }, body: { reason: 'Wrong' } })
  const { data } = await owner.api.projects.owned({ query: {} })
  const told = data.find((one) => one.id === id)?.standing
  expect(told).toEqual({
    requests: 1,
    reviews: 1,
    tasks: 6,
    done: 1,
    overdue: 4,
    late: expect.arrayContaining([
      { username: ada.username, name: 'Ada Byron' },
      { username: ben.username, name: '' },
    ]) as unknown,
    people: 4,
    deadline: '2031-05-01',
    budget: '3000',
    currency: 'USD',
    paidCents: 50_000,
  })
  expect(told?.late).toHaveLength(2)
  // [TASK2-17] Where the number leads there are as many.
  const today = await app.db.selectNoFrom(sql<string>`current_date::text`.as('day')).executeTakeFirstOrThrow()
  const query = { page: 1, limit: 10, due: 'overdue' as const, today: today.day }
  const listed = await owner.api.tasks.backlog({ params: { id }, query })
  expect(listed.pagination.total).toBe(4)
  const other = data.find((one) => one.id !== id)?.standing
  expect(other).toMatchObject({ people: 1, requests: 0, tasks: 0, overdue: 0, late: [], paidCents: 0 })
})

test('owner and admin read how many applications wait, a member does not', async () => {
  const [owner, admin, member, applicant] = [await person(), await person(), await person(), await person()]
  const { id } = await createProject(app, owner.id)
  await createMembership(app, id, admin.id, 'admin')
  await createMembership(app, id, member.id)
  const waiting = async ({ api }: typeof owner) =>
    (await api.projects.userDetails({ params: { id } })).data.waitingRequests
  expect(await waiting(owner)).toBe(0)
  await applicant.api.projects.apply({ params: { id }, body: {} })
  expect([await waiting(owner), await waiting(admin), await waiting(member)]).toEqual([1, 1, undefined])
  await app.db.updateTable('project_requests').set({ status: 2 }).where('project_id', '=', id).execute()
  expect(await waiting(owner)).toBe(0)
})

test('[BUILD-07] of 500 projects, one of which has nearly all tasks, no table is read once for each', async () => {
  const { id } = await person()
  await sql`insert into projects (id, title, description, skills, status, created_by)
    select gen_random_uuid(), 'Project ' || i, 'Work.', 'Maps', 1, ${id}::uuid from generate_series(1, 500) i`.execute(
    app.db,
  )
  await sql`insert into memberships (project_id, user_id, role)
    select id, created_by, 'owner' from projects where created_by = ${id}::uuid on conflict do nothing`.execute(app.db)
  await sql`insert into tasks (id, project_id, task_number, title, status)
    select gen_random_uuid(), p.id, i, 'Task ' || i, 1
    from (select id from projects where created_by = ${id}::uuid limit 1) p, generate_series(1, 5000) i`.execute(app.db)
  await sql`analyze`.execute(app.db)
  const whole = await withTx(app.db, async (tx) => {
    const owned = await findOwned(tx, id, '2031-01-01')
    expect(owned.reduce((sum, { standing }) => sum + standing.tasks, 0)).toBe(5000)
    return sql<{ relname: string; seq_scan: number }>`
      select relname, seq_scan::int from pg_stat_xact_user_tables
      where seq_scan > 3 and relname in ('tasks', 'memberships', 'project_requests', 'payments')`.execute(tx)
  })
  expect(whole.rows).toEqual([])
})
