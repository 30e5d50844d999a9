import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { watchQueries } from '#support/query-plans.ts'
import { refused } from '#support/refusal.ts'
import { startTestApp, testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { memberAccessOf } from '#server/access/access.ts'
import { deleteDueAccounts } from '../own-data/erasure.ts'
import { readBoardPage, readBoardState, readBoardTags } from './board-repository.ts'
import { moveTasks } from './batch-repository.ts'
import { moveTask } from './move-repository.ts'
import { findActiveTasks, findOwnTasks } from './own-tasks-repository.ts'
import { findTask } from './repository.ts'

const server = testApp()

const board = async (tasks: number) => {
  const { user, accessToken } = await createUser(server, { name: 'Ada "Countess" Lovelace' })
  const session = await server.db
    .selectFrom('session_families')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const project = await createProject(server, user.id)
  await sql`insert into tasks (id, project_id, task_number, title, description, status, assigned_to_id, created_by_id, updated_at)
    select gen_random_uuid(), ${project.id}, n, 'Task ' || n, 'Text "' || n || '"', n % 6, ${user.id}, ${user.id},
      now() - (n / 3) * interval '1 microsecond'
    from generate_series(1, ${sql.lit(tasks)}) n`.execute(server.db)
  const api = server.client(accessToken)
  return { user, sessionID: session.id, project, accessToken, api, params: { projectId: project.id } }
}

describe('a board', () => {
  test('[WIZ-32] the task created last stands on top, so a plan created from its last step on stands in its order', async () => {
    const { api, params, project } = await board(0)
    const plan = ['First', 'Second', 'Third', 'Fourth']
    for (const title of plan.toReversed())
      await api.tasks.create({ body: { projectID: project.id, title, description: 'A step.' } })
    const { data } = await api.tasks.byProject({ params, query: {} })
    expect(data.map(({ title }) => title)).toEqual(plan)
  })

  test('[WIRE2-40] by-project returns all the project’s tasks, last changed first, as the single call returns them', async () => {
    const { api, params } = await board(40)
    const { data, nextCursor } = await api.tasks.byProject({ params, query: {} })
    expect(data).toHaveLength(40)
    expect(nextCursor).toBeNull()
    const [first, last] = [data[0], data.at(-1)]
    expect(first?.assignedToName).toBe('Ada "Countess" Lovelace')
    for (const task of [first, last])
      expect((await api.tasks.get({ params: { id: task?.id ?? '' } })).data).toMatchObject(task ?? {})
    expect(new Set(data.slice(-2).map(({ taskId }) => taskId))).toEqual(new Set(['40', '39']))
    const { data: reviewed } = await api.tasks.byProject({ params, query: { status: 3 } })
    expect(reviewed.map(({ taskId }) => Number(taskId) % 6)).toEqual(Array.from({ length: 7 }, () => 3))
  })

  test('[WIRE2-40] many who ask at once for a board that has changed share one read of it, which has every change before they asked', async () => {
    const { accessToken, params, project } = await board(30)
    const watched = watchStatements()
    const twin = await startTestApp({ url: server.databaseUrl, clock: server.clock })
    const api = twin.client(accessToken)
    const statements = await watched.during(async () => {
      for (let n = 0; n < 3; n++) {
        const { data } = await api.tasks.create({
          body: { projectID: project.id, title: `New ${n}`, description: 'B' },
        })
        const boards = await Promise.all(Array.from({ length: 20 }, () => api.tasks.byProject({ params, query: {} })))
        for (const one of boards) expect(one.data[0]?.id).toBe(data.id)
      }
    })
    watched.restore()
    await twin.close()
    const reads = statements.filter(({ text }) => text.includes('string_agg')).length
    expect(reads).toBeGreaterThanOrEqual(3)
    // The first board is read whole; what has changed since may be asked for first, and then the whole again.
    expect(reads).toBeLessThanOrEqual(12)
  })

  test('[WIRE2-40] many who ask at once for several boards each get their own, and strangers get none', async () => {
    const [one, other] = [await board(3), await board(5)]
    const ask = [
      { projectID: one.project.id, userID: one.user.id, sessionID: one.sessionID },
      { projectID: other.project.id, userID: one.user.id, sessionID: one.sessionID },
      { projectID: other.project.id, userID: other.user.id, sessionID: other.sessionID },
      { projectID: one.project.id, userID: one.user.id, sessionID: other.sessionID },
      { projectID: one.project.id, userID: one.user.id, sessionID: one.sessionID },
      { projectID: one.user.id, userID: one.user.id, sessionID: one.sessionID },
    ]
    const numbers = async (boards: typeof ask) => (await readBoardTags(server.db, boards)).map((board) => board?.tag)
    expect(await numbers(ask)).toEqual(['3', undefined, '5', undefined, '3', undefined])
    const empty = await board(0)
    expect(await numbers([{ projectID: empty.project.id, userID: empty.user.id, sessionID: empty.sessionID }])).toEqual(
      ['0'],
    )
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => [one, other][n % 2] ?? one).map(({ api, params }) =>
        api.tasks.byProject({ params, query: {} }),
      ),
    )
    expect(answers.map(({ data }) => data.length)).toEqual(Array.from({ length: 12 }, (_, n) => [3, 5][n % 2]))
  })

  test('[WIRE2-39] texts of people come back as they wrote them, in any characters', async () => {
    const { api, params, project } = await board(0)
    const text = 'a "quote", a \\ and a /, a\ttab and\nlines, 社区 é \u2028 🌱 \u0001 </script>'
    const { id } = (await api.tasks.create({ body: { title: text, description: text, projectID: project.id } })).data
    const [task] = (await api.tasks.byProject({ params, query: {} })).data
    // A title becomes one line: characters in it that break lines or are invisible become spaces.
    const title = 'a "quote", a \\ and a /, a tab and lines, 社区 é 🌱 </script>'
    expect(task).toMatchObject({ id, title, description: text, assignedToID: null, assignedToUsername: null })
    expect((await api.tasks.get({ params: { id } })).data).toMatchObject(task ?? {})
  })

  test('[WIRE2-40] pages by cursor hold each task once, even among tasks with equal times', async () => {
    const { api, params } = await board(25)
    const whole = (await api.tasks.byProject({ params, query: {} })).data
    const walked: typeof whole = []
    let cursor: string | null | undefined
    do {
      const page = await api.tasks.byProject({ params, query: { limit: 4, ...(cursor && { cursor }) } })
      expect(page.data.length).toBeLessThanOrEqual(4)
      walked.push(...page.data)
      cursor = page.nextCursor
    } while (cursor)
    expect(walked).toEqual(whole)
    // A full page with nothing behind it is the last one, and says so.
    expect((await api.tasks.byProject({ params, query: { limit: 25 } })).nextCursor).toBeNull()
    expect((await api.tasks.byProject({ params, query: { limit: 24 } })).nextCursor).not.toBeNull()
    for (const bad of ['x', 'WzEsMl0', `${Buffer.from('["2026-01-01T00:00:00Z","x"]').toString('base64url')}`])
      await expect(api.tasks.byProject({ params, query: { cursor: bad } })).rejects.toEqual(refused(422))
    await expect(api.tasks.byProject({ params, query: { limit: 5_001 } })).rejects.toEqual(refused(422))
  })

  test('with `counts` a page also counts all tasks by status and assignee, those in Trash left out', async () => {
    const { api, params, project } = await board(5)
    const ask = async () => (await api.tasks.byProject({ params, query: { limit: 1, counts: 'true' } })).counts
    const before = await ask()
    expect(before?.reduce((sum, { count }) => sum + count, 0)).toBe(5)
    const [member] = (await api.memberships.members({ params: { id: params.projectId } })).data
    const body = { title: 'A', description: 'B', projectID: project.id }
    await api.tasks.create({ body: { ...body, status: 2, assignedToID: member?.userID ?? '' } })
    const { data: gone } = await api.tasks.create({ body })
    await api.tasks.remove({ params: { id: gone.id } })
    const after = await ask()
    expect(after?.reduce((sum, { count }) => sum + count, 0)).toBe(6)
    expect(after).toContainEqual({ status: 1, assignedToID: member?.userID, count: 1 })
    expect((await api.tasks.byProject({ params, query: { limit: 1 } })).counts).toBeUndefined()
    expect((await api.tasks.byProject({ params, query: { counts: 'true' } })).data).toHaveLength(6)
  })

  test('[WIRE2-40] an unchanged board answers 304 to its tag, a changed board answers anew, and a stranger gets neither', async () => {
    const { accessToken, api, params, project } = await board(3)
    const url = `${server.origin}/api/user-tasks/by-project/${project.id}`
    const get = (token: string, tag?: string | null) =>
      fetch(url, { headers: { authorization: `Bearer ${token}`, ...(tag && { 'if-none-match': tag }) } })
    const first = await get(accessToken)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toContain('application/json')
    const tag = first.headers.get('etag')
    const again = await get(accessToken, tag)
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    expect((await get(accessToken, `"x", ${tag}`)).status).toBe(304)
    const member = await createUser(server)
    expect((await get(member.accessToken, tag)).status).toBe(403)
    await createMembership(server, project.id, member.user.id)
    expect((await get(member.accessToken, tag)).status).toBe(304)
    const [task] = (await api.tasks.byProject({ params, query: {} })).data
    await api.tasks.update({ params: { id: task?.id ?? '' }, body: { title: 'Another' } })
    const changed = await get(accessToken, tag)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
    expect(JSON.stringify(await changed.json())).toContain('"Another"')
  })

  test('[WIRE2-40] a board whose cards name somebody answers anew once their name is another one, or their account is deleted', async () => {
    const { accessToken, project } = await board(3)
    const elsewhere = await board(1)
    const get = (token: string, id: string, tag?: string | null) =>
      fetch(`${server.origin}/api/user-tasks/by-project/${id}`, {
        headers: { authorization: `Bearer ${token}`, ...(tag && { 'if-none-match': tag }) },
      })
    const member = await createUser(server, { name: 'Grace Hopper' })
    await createMembership(server, project.id, member.user.id)
    await server.client(member.accessToken).tasks.create({
      body: { projectID: project.id, title: 'Hers', description: 'Work.' },
    })
    let tag = (await get(accessToken, project.id)).headers.get('etag')
    const other = (await get(elsewhere.accessToken, elsewhere.project.id)).headers.get('etag')
    const namesNow = async () => {
      const answer = await get(accessToken, project.id, tag)
      tag = answer.headers.get('etag')
      const { data } = (await answer.json()) as { data: Array<{ title: string; taskCreatedByUsername: string }> }
      return data.find(({ title }) => title === 'Hers')?.taskCreatedByUsername
    }
    await server.db.updateTable('users').set({ bio: 'Another' }).where('id', '=', member.user.id).execute()
    expect((await get(accessToken, project.id, tag)).status).toBe(304)
    await server.db.updateTable('users').set({ username: 'amazing-grace' }).where('id', '=', member.user.id).execute()
    expect(await namesNow()).toBe('amazing-grace')
    await server.db
      .updateTable('users')
      .set({ deletion_due_at: new Date(0) })
      .where('id', '=', member.user.id)
      .execute()
    await deleteDueAccounts(server.deps)
    expect(await namesNow()).toMatch(/deleted|former/)
    expect((await get(accessToken, project.id, tag)).status).toBe(304)
    expect((await get(elsewhere.accessToken, elsewhere.project.id, other)).status).toBe(304)
  })
})

test('[BUILD-07] no list of tasks reads the whole table of 100,000 tasks', async () => {
  const { user, project } = await board(20)
  await sql`insert into users (id, email, username, password_hash, is_email_verified)
    select gen_random_uuid(), 't' || n || '@many.example.org', 't' || n, '-', true from generate_series(1, 1000) n`.execute(
    server.db,
  )
  await server.db.transaction().execute(async (tx) => {
    // The test data satisfies the foreign keys anyway; checking them would take most of the time.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into projects (id, title, description, created_by, status)
      select gen_random_uuid(), 'P', 'D', id, 1 from users`.execute(tx)
    await sql`insert into memberships (project_id, user_id, role) select id, created_by, 'owner' from projects on conflict do nothing`.execute(
      tx,
    )
    await sql`insert into tasks (id, project_id, task_number, title, status, assigned_to_id, created_by_id, updated_at)
      select gen_random_uuid(), p.id, 1000 + n, 'T', n % 6, p.created_by, p.created_by, now() - n * interval '1 minute'
      from projects p, generate_series(1, 100) n`.execute(tx)
  })
  await sql`vacuum analyze tasks, projects, memberships, users`.execute(server.db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from tasks`.execute(server.db)
  expect(rows[0]?.n).toBeGreaterThan(100_000)
  const watched = watchQueries(server.databaseUrl)
  const ask = { projectID: project.id, limit: 15, status: null, after: null }
  const { db } = watched
  const who = { userID: user.id, sessionID: user.id }
  const about = { id: project.id, eventID: project.id }
  const move = { ...about, who, status: 2, version: null, now: new Date(), startedAt: null }
  try {
    for (const call of [
      () => readBoardTags(db, [{ projectID: project.id, ...who }]),
      () => readBoardPage(db, ask),
      () => readBoardPage(db, { ...ask, limit: 5_000 }),
      () => readBoardState(db, project.id, 5_000, null),
      () => readBoardState(db, project.id, 5_000, { newest: new Date().toISOString(), peopleIDs: [user.id] }),
      () => readBoardPage(db, { ...ask, status: 3 }),
      () => readBoardPage(db, { ...ask, after: { time: new Date().toISOString(), id: user.id } }),
      () => findOwnTasks(db, user.id, { page: 1, limit: 10 }),
      () => findActiveTasks(db, user.id, 100),
      () => memberAccessOf(db, project.id, user.id),
      () => findTask(db, project.id, user.id),
      () => moveTask(db, move),
      () => moveTasks(db, [move, { ...move, id: user.id }]),
    ])
      // The log's table has one row.
      expect((await watched.scannedBy(call)).filter((table) => table !== 'event_log')).toEqual([])
  } finally {
    await watched.close()
  }
}, 60_000)
