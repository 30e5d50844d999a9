import { expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const rowsOf = async (table: 'tasks' | 'events' | 'rate_limits', projectID: string) => {
  const all = await server.db.selectFrom(table).selectAll().execute()
  return all.filter((row) => table === 'rate_limits' || ('project_id' in row && row.project_id === projectID))
}

test('[SESS-37] the writes that ask for the session themselves refuse an ended one, and neither write nor count', async () => {
  const { user, accessToken, refreshToken } = await createUser(server)
  const project = await createProject(server, user.id)
  const api = server.client(accessToken)
  const body = { title: 'Draw', description: 'Work.', projectID: project.id }
  const { data: task } = await api.tasks.create({ body })
  await api.auth.logout({ body: { refreshToken } })
  const state = async () => [
    await rowsOf('tasks', project.id),
    await rowsOf('events', project.id),
    await rowsOf('rate_limits', project.id),
  ]
  const before = await state()
  const params = { id: task.id }
  for (const call of [
    () => api.tasks.create({ body }),
    () => api.tasks.create({ body: { ...body, assignedToID: user.id } }),
    () => api.tasks.create({ body: { ...body, status: 4 } }),
    () => api.tasks.update({ params, body: { status: 2 } }),
    () => api.tasks.update({ params, body: { status: 4 } }),
    () => api.tasks.update({ params, body: { title: 'Other' } }),
  ])
    await expect(call()).rejects.toEqual(refused(401))
  expect(await state()).toEqual(before)
})

test('[SESS-37] the session of somebody else does not speak for the person whom the token names', async () => {
  const [one, other] = [await createUser(server), await createUser(server)]
  const project = await createProject(server, one.user.id)
  const sessions = await server.db.selectFrom('session_families').selectAll().execute()
  const [theirs] = sessions.filter(({ user_id }) => user_id === other.user.id)
  // The session changes hands behind the token's back, which nothing does: the statement asks for both all the same.
  await server.db
    .updateTable('session_families')
    .set({ user_id: one.user.id })
    .where('id', '=', theirs?.id ?? '')
    .execute()
  const api = server.client(other.accessToken)
  const body = { title: 'Draw', description: 'Work.', projectID: project.id }
  await expect(api.tasks.create({ body })).rejects.toEqual(refused(401))
})

test('[SESS-37] a board is refused to a session that has ended, also one that it has read, with its tag or without', async () => {
  const [one, other] = [await createUser(server), await createUser(server)]
  const project = await createProject(server, one.user.id)
  await createMembership(server, project.id, other.user.id)
  const api = server.client(one.accessToken)
  await api.tasks.create({ body: { title: 'Draw', description: 'Work.', projectID: project.id } })
  const read = (token: string | null, tag?: string) =>
    fetch(`${server.origin}/api/user-tasks/by-project/${project.id}`, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(tag && { 'if-none-match': tag }) },
    })
  const tag = (await read(one.accessToken)).headers.get('etag') ?? ''
  expect((await read(one.accessToken, tag)).status).toBe(304)
  await api.auth.logout({ body: { refreshToken: one.refreshToken } })
  for (const known of [undefined, tag]) {
    const refusal = await read(one.accessToken, known)
    expect([refusal.status, refusal.headers.get('etag')]).toEqual([401, null])
    expect((await read(null, known)).status).toBe(401)
  }
  // The members' answers were asked for together with the refused ones.
  const all = await Promise.all([other, one, other, one, other].map(({ accessToken }) => read(accessToken, tag)))
  expect(all.map(({ status }) => status)).toEqual([304, 401, 304, 401, 304])
})
