import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { tellAll } from '#support/inbox.ts'
import { testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { demoPassword } from '#shared/rules/demo-accounts.ts'
import { seedDemo } from './index.ts'

const app = testApp()
beforeAll(async () => {
  await seedDemo(app.db, app.clock)
})

test('tasks of the demo accounts have comments and a history of weeks, each counted on its card', async () => {
  const { rows } = await sql<{ id: string; said: number; counted: number; days: number }>`
    select t.id, count(c.id)::int as said, t.comment_count as counted,
      extract(day from now() - min(c.created_at))::int as days
    from tasks t left join comments c on c.task_id = t.id group by t.id`.execute(app.db)
  for (const { said, counted } of rows) expect(counted).toBe(said)
  expect(rows.filter(({ said }) => said > 0).length).toBeGreaterThan(20)
  expect(rows.some(({ said }) => said === 0)).toBe(true)
  expect(Math.max(...rows.map(({ days }) => days ?? 0))).toBeGreaterThan(14)
})

test.each(['creator', 'contributor'])(
  '%s@guildhall.test is asked something on a task and reads its feed',
  async (name) => {
    await tellAll(app)
    const { auth } = app.client()
    const { accessToken } = await signedIn(
      auth.login({ body: { emailID: `${name}@guildhall.test`, password: demoPassword } }),
    )
    const api = app.client(accessToken)
    const { data } = await api.notifications.list({ query: { view: 'forYou', limit: 100 } })
    const asked = data.find(({ kind, isUnread }) => kind === 'comment.mentioned' && isUnread)
    expect(asked?.task).toBeTruthy()
    const feed = await api.comments.feed({ params: { id: asked?.task?.id ?? '' }, query: {} })
    const times = feed.data.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted())
    expect(feed.data[0]?.event?.kind).toBe('task.created')
    expect(feed.data.at(-1)?.comment?.mentions).not.toEqual([])
    // Nobody is notified of comments that are weeks old.
    const following = await api.notifications.list({ query: { view: 'following', limit: 100 } })
    const told = following.data.filter(({ kind }) => kind === 'comment.added')
    for (const { updatedAt } of told) expect(Date.now() - Date.parse(updatedAt)).toBeLessThan(2 * 24 * 60 * 60_000)
  },
)

test("the log leads each task of the demo accounts' projects to the status that it has, move by move", async () => {
  const { rows } = await sql<{ status: number; steps: Array<{ from: number | null; to: number }> }>`
    select t.status, json_agg(json_build_object('from', (e.data ->> 'from')::int,
      'to', coalesce(e.data ->> 'to', e.data ->> 'status')::int) order by e.created_at, e.id) as steps
    from tasks t join events e on e.task_id = t.id and e.kind in ('task.created', 'task.moved') group by t.id`.execute(
    app.db,
  )
  expect(rows.length).toBeGreaterThan(50)
  for (const { status, steps } of rows) {
    expect(steps.at(-1)?.to).toBe(status)
    expect(steps.slice(1).map(({ from }) => from)).toEqual(steps.slice(0, -1).map(({ to }) => to))
  }
})

test('the log also leads each task of the project with stages to the one in which the board shows it', async () => {
  const { rows } = await sql<{ shown: number | null; told: number | null }>`
    select (select s.id from project_stages s
        where s.project_id = t.project_id and s.status = t.status and (t.stage_id is null or s.id = t.stage_id)
        order by s.place limit 1) as shown,
      (select (data -> 'stage' ->> 'id')::int from events e
        where e.task_id = t.id and e.kind in ('task.created', 'task.moved')
        order by e.created_at desc, e.id desc limit 1) as told
    from tasks t where t.project_id in (select project_id from project_stages)`.execute(app.db)
  expect(rows.filter(({ shown }) => shown !== null).length).toBeGreaterThan(5)
  expect(rows.filter(({ shown, told }) => shown !== told)).toEqual([])
})

test('the first list of stages is in the log, as the board has it', async () => {
  const { rows } = await sql<{ told: object; shown: object; version: number }>`
    select e.data as told, c.stages_version as version, json_build_object('version', c.stages_version, 'stages', (
        select json_agg(json_build_object('id', s.id, 'name', s.name, 'status', s.status) order by s.place)
        from project_stages s where s.project_id = e.project_id)) as shown
    from events e join task_counters c using (project_id) where e.kind = 'project.stages'`.execute(app.db)
  expect(rows).toHaveLength(1)
  for (const { told, shown, version } of rows) expect([told, version]).toEqual([shown, 1])
})
