import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { poolUse } from '#server/db/pool.ts'
import { createMembership, createPerson, createProject, createUser } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { exportedProject, type ImportedTask } from '#shared/contract/index.ts'
import { guessColumns } from '#shared/rules/import/columns.ts'
import { planOf } from '#shared/rules/import/plan.ts'
import { draftsOfProject } from '#shared/rules/import/project.ts'
import { draftsOf } from '#shared/rules/import/rows.ts'
import { readTable } from '#shared/rules/import/table.ts'

const statements = watchStatements()
let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(async () => {
  await server.close()
  statements.restore()
})

const team = async () => {
  const { user, accessToken } = await createUser(server)
  const owner = { ...user, api: server.client(accessToken) }
  const reader = await createUser(server)
  const member = { ...reader.user, api: server.client(reader.accessToken) }
  const { id } = await createProject(server, owner.id)
  await createMembership(server, id, member.id)
  const params = { id }
  let keys = 0
  const send = (tasks: ImportedTask[], idempotencyKey = `key ${(keys += 1)}`) =>
    owner.api.imports.create({ params, body: { idempotencyKey, source: 'csv', tasks } })
  const board = async () => (await owner.api.tasks.byProject({ params: { projectId: id }, query: {} })).data
  const column = async (status: number) =>
    (await board())
      .filter((task) => task.status === status)
      .toSorted((a, b) => ((a.rank ?? '') < (b.rank ?? '') ? -1 : 1))
      .map(({ title }) => title)
  /** What a member gets. */
  const exported = async (format: 'csv' | 'json') => {
    const answer = await fetch(`${server.origin}/api/projects/${id}/export?format=${format}`, {
      headers: { authorization: `Bearer ${reader.accessToken}` },
    })
    return { status: answer.status, head: answer.headers, text: await answer.text() }
  }
  return { owner, member, reader, id, params, send, board, column, exported }
}
const task = (title: string, more: Partial<ImportedTask> = {}): ImportedTask => ({
  title,
  description: 'Work.',
  status: 1,
  ...more,
})

test('imported tasks stand in the order of the file on top of their columns, with all that they bring', async () => {
  const { owner, member, id, send, column, board } = await team()
  await owner.api.tasks.create({ body: { title: 'Earlier', description: 'Work.', projectID: id } })
  const { data } = await send([
    task('First', { dueOn: '2026-12-05', priority: 'urgent', estimateHours: 2.5, assignedToID: member.id }),
    task('Second', { labels: ['Maps', 'maps'], doneWhen: [{ text: 'Drawn', isDone: true }, { text: 'Hung', isDone: false }] }),
    task('Done', { status: 4, blockedBy: [0] }),
  ]) // prettier-ignore
  expect(data.created).toBe(3)
  expect(await column(1)).toEqual(['First', 'Second', 'Earlier'])
  const ofTitle = async (title: string) => {
    const found = (await board()).find((one) => one.title === title)
    return (await owner.api.tasks.get({ params: { id: found?.id ?? '' } })).data
  }
  const first = await ofTitle('First')
  expect(first).toMatchObject({
    taskId: '2', dueOn: '2026-12-05', priority: 'urgent', estimateHours: 2.5, assignedToID: member.id, version: 1,
  }) // prettier-ignore
  const { data: labels } = await owner.api.labels.list({ params: { id } })
  expect(labels.map(({ name }) => name)).toEqual(['Maps'])
  expect(await ofTitle('Second')).toMatchObject({
    labelIDs: [labels[0]?.id],
    doneWhen: [{ text: 'Drawn', isDone: true }, { text: 'Hung', isDone: false }],
  }) // prettier-ignore
  expect(await ofTitle('Done')).toMatchObject({ status: 4, blockedByIDs: [first.id] })
  const { data: next } = await owner.api.tasks.create({ body: { title: 'Next', description: 'x', projectID: id } })
  expect(next.taskId).toBe('5')
})

test('who gets imported tasks is told of them at once, without a mail, and completed ones give no reputation', async () => {
  const { member, send } = await team()
  await send([task('One', { assignedToID: member.id }), task('Two', { assignedToID: member.id, status: 4 })])
  const { data: told } = await member.api.notifications.list({ query: { view: 'forYou' } })
  expect(told.map(({ kind, count }) => [kind, count])).toEqual([['tasks.assigned', 2]])
  const jobs = await server.db.selectFrom('jobs').selectAll().execute()
  expect(jobs.filter(({ payload }) => JSON.stringify(payload).includes(member.id))).toEqual([])
  const row = await server.db.selectFrom('users').select('reputation').where('id', '=', member.id).executeTakeFirst()
  expect(row?.reputation).toBe(0)
})

test('comments come with their task, by whoever imports', async () => {
  const { owner, send, board } = await team()
  await send([task('Talked about', { comments: ['**kofi** wrote on 2026-01-01:\n\nYes.', 'And no.'] })])
  const [found] = await board()
  expect(found?.comments).toBe(2)
  const { data } = await owner.api.comments.list({ params: { id: found?.id ?? '' }, query: {} })
  expect(data.map(({ body, author }) => [body.slice(0, 8), author?.id])).toEqual([
    ['**kofi**', owner.id],
    ['And no.', owner.id],
  ])
})

test('a half of a character becomes U+FFFD wherever it stands, in an import as in a single task', async () => {
  const { owner, id, send, board } = await team()
  const half = 'a\ud83d'
  await send([
    task(half, { description: half, labels: [half], comments: [half], doneWhen: [{ text: half, isDone: false }] }),
  ])
  await owner.api.tasks.create({ body: { title: half, description: half, projectID: id, doneWhen: [{ text: half }] } })
  expect((await board()).map(({ title }) => title)).toEqual(['a\ufffd', 'a\ufffd'])
  expect((await owner.api.labels.list({ params: { id } })).data.map(({ name }) => name)).toEqual(['a\ufffd'])
  const found = (await board()).find(({ comments }) => comments === 1)
  const { data } = await owner.api.comments.list({ params: { id: found?.id ?? '' }, query: {} })
  expect(data.map(({ body }) => body)).toEqual(['a\ufffd'])
})

test('the same key adds nothing again, also at the same moment; another import under it is refused', async () => {
  const { send, board } = await team()
  const both = await Promise.all([send([task('Once')], 'same'), send([task('Once')], 'same')])
  expect(both[0]?.data).toEqual(both[1]?.data)
  expect(await send([task('Once')], 'same')).toEqual(both[0])
  await expect(send([task('Other')], 'same')).rejects.toEqual(refused(409))
  expect((await board()).map(({ title }) => title)).toEqual(['Once'])
})

test('an import with anything wrong adds nothing', async () => {
  const { owner, member, send, board, params, id } = await team()
  const stranger = await createPerson(server)
  const nobody: Array<[number, ImportedTask[]]> = [
    [422, [task('Good'), task('Given away', { assignedToID: stranger.id })]],
    [422, [task('A', { blockedBy: [1] }), task('B', { blockedBy: [0] })]],
    [422, [task('A', { blockedBy: [7] })]],
    [422, [task('Labels', { labels: Array.from({ length: 20 }, (_, n) => `x${n}`) }), task('More', { labels: Array.from({ length: 20 }, (_, n) => `y${n}`) })]],
    [422, Array.from({ length: 2_001 }, (_, n) => task(`T${n}`))],
  ] // prettier-ignore
  for (const [status, tasks] of nobody) await expect(send(tasks)).rejects.toEqual(refused(status))
  const body = { idempotencyKey: 'mine', source: 'csv' as const, tasks: [task('x')] }
  await expect(member.api.imports.create({ params, body })).rejects.toEqual(refused(403))
  expect(await board()).toEqual([])
  expect((await owner.api.labels.list({ params: { id } })).data).toEqual([])
})

test('2,000 tasks come in one call, which asks the database hardly more often than one with 20 tasks', async () => {
  const { send, board } = await team()
  const statementsFor = async (count: number) => {
    const tasks = Array.from({ length: count }, (_, n) =>
      task(`T${n}`, { description: 'Long. '.repeat(300), labels: ['L'] }),
    )
    const asked = await statements.during(async () => expect((await send(tasks)).data.created).toBe(count))
    return asked.length
  }
  const few = await statementsFor(20)
  expect(await statementsFor(2_000)).toBeLessThan(few + 100)
  expect(await board()).toHaveLength(2_020)
}, 60_000)

test('an import is taken back but for what somebody has touched, once', async () => {
  const { owner, member, params, send, board } = await team()
  const { data } = await send([
    task('Stays'),
    task('Goes'),
    task('Talked about'),
    task('Goes, too', { comments: ['Old.'] }),
  ])
  const ids = new Map((await board()).map(({ title, id }) => [title, id]))
  await member.api.tasks.update({ params: { id: ids.get('Stays') ?? '' }, body: { status: 2 } })
  await member.api.comments.create({ params: { id: ids.get('Talked about') ?? '' }, body: { body: 'Hm.', idempotencyKey: 'comment-1' } }) // prettier-ignore
  const undo = () => owner.api.imports.undo({ params: { ...params, importID: data.id } })
  await expect(member.api.imports.undo({ params: { ...params, importID: data.id } })).rejects.toEqual(refused(403))
  expect((await undo()).data).toEqual({ removed: 2, kept: 2 })
  expect((await undo()).data).toEqual({ removed: 0, kept: 0 })
  expect((await board()).map(({ title }) => title).toSorted()).toEqual(['Stays', 'Talked about'])
  const { data: trash } = await owner.api.tasks.trash({ params, query: {} })
  expect(trash.map(({ title }) => title).toSorted()).toEqual(['Goes', 'Goes, too'])
})

test('members export a project as JSON, which read back gives the same project', async () => {
  const { owner, id, send, exported } = await team()
  await send([
    task('Draw', { dueOn: '2026-12-05', priority: 'high', estimateHours: 0.25, labels: ['Maps'], assignedToID: owner.id }),
    task('Hang', { blockedBy: [0], doneWhen: [{ text: 'It hangs', isDone: false }] }),
    task('Sleep', { status: 5 }),
  ]) // prettier-ignore
  await owner.api.labels.update({ params: { id, labelID: 1 }, body: { colour: 'pink' } })
  const first = await exported('json')
  expect(first.status).toBe(200)
  expect(first.head.get('content-disposition')).toContain('.json"')

  const drafts = draftsOfProject(JSON.parse(first.text))
  const members = [{ userID: owner.id, username: owner.username, name: '' }]
  const plan = planOf(drafts, { members, labels: [] })
  expect([plan.notes, plan.refused]).toEqual([[], []])
  const other = await team()
  await createMembership(server, other.id, owner.id)
  const body = {
    idempotencyKey: 'again',
    source: 'project' as const,
    labels: [...drafts.labels],
    tasks: plan.tasks.map(({ sent }) => sent),
  }
  await other.owner.api.imports.create({ params: other.params, body })

  /** All but whose project it is, and when and by whom its tasks were made. */
  const same = (text: string) => {
    const { labels, tasks } = exportedProject.parse(JSON.parse(text))
    return { labels, tasks: tasks.map(({ createdAt: _, updatedAt: __, createdBy: ___, ...one }) => one) }
  }
  expect(same((await other.exported('json')).text)).toEqual(same(first.text))
})

test('members export a project as CSV, which a spreadsheet cannot run and our import reads', async () => {
  const { send, exported } = await team()
  await send([
    task('=cmd|calc', { description: 'Two\nlines, and "words"', doneWhen: [{ text: 'Drawn', isDone: true }], labels: ['a b', 'c'] }),
    task('Plain', { status: 3, dueOn: '2027-01-31', priority: 'low', estimateHours: 12 }),
    task('Only a title', { description: 'Only a title', status: 2 }),
  ]) // prettier-ignore
  const { text, head } = await exported('csv')
  expect(head.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(text).toContain("'=cmd|calc")
  const table = readTable(text)
  const { tasks, notes, refused } = draftsOf(table, guessColumns(table.columns))
  expect(refused).toEqual([])
  expect(notes.map(({ text }) => text)).toEqual(
    ['Created by', 'Created at', 'Changed at', 'Comments'].map((name) => `The column “${name}” is left out.`),
  )
  // What a task says once is once in its row.
  expect(tasks).toContainEqual(expect.objectContaining({ title: 'Only a title', description: '' }))
  expect(tasks.filter(({ title }) => title !== 'Only a title')).toMatchObject([
    { title: '=cmd|calc', description: 'Two\nlines, and "words"', doneWhen: [{ text: 'Drawn', isDone: true }], labels: ['a b', 'c'], status: 'Assigned' },
    { title: 'Plain', status: 'Under Review', dueOn: '2027-01-31', priority: 'low', estimateHours: 12 },
  ]) // prettier-ignore
})

test('an export is the same text as if it were written at once, also with more comments than are read at a time', async () => {
  const { member, send, exported, board } = await team()
  const comments = Array.from({ length: 100 }, (_, n) => `Said ${n}\nand "more"`)
  await send([
    task('Much', { comments }),
    ...Array.from({ length: 120 }, (_, n) => task(`Task ${n}`, { comments: [`${n}`] })),
  ])
  const much = (await board()).find(({ title }) => title === 'Much')?.id ?? ''
  for (const n of [100, 101])
    await member.api.comments.create({
      params: { id: much },
      body: { body: `Said ${n}\nand "more"`, idempotencyKey: `late ${n}` },
    })
  const { text } = await exported('json')
  const project = exportedProject.parse(JSON.parse(text))
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  expect(project.tasks.map(({ title }) => title)).toEqual([
    'Much',
    ...Array.from({ length: 120 }, (_, n) => `Task ${n}`),
  ])
  expect(project.tasks[0]?.comments.map(({ body }) => body)).toEqual(
    Array.from({ length: 102 }, (_, n) => `Said ${n}\nand "more"`),
  )
  expect(project.tasks[7]?.comments.map(({ body }) => body)).toEqual(['6'])
  const empty = await (await team()).exported('json')
  expect(empty.text).toBe(`${JSON.stringify(JSON.parse(empty.text), null, 2)}\n`)
})

test('clients that take nothing of their export hold no connection to the database; a person has one on the way and one that waits', async () => {
  const { id, reader } = await team()
  await sql`insert into tasks (id, project_id, task_number, title, description, status)
    select uuidv7(), ${id}::uuid, n, 'Task', repeat('x', 19000), 1 from generate_series(1, 1500) n`.execute(server.db)
  const { hostname, port } = new URL(server.origin)
  const ask = () => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    socket.write(
      `GET /api/projects/${id}/export?format=json HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${reader.accessToken}\r\n\r\n`,
    )
    return socket
  }
  /** The beginning of an answer, of which no more is read. */
  const begun = (socket: Socket) =>
    new Promise<string>((resolve) => socket.once('data', (chunk) => resolve((socket.pause(), chunk.toString()))))
  const first = ask()
  const sockets = [first]
  try {
    expect(await begun(first)).toContain('HTTP/1.1 200')
    sockets.push(ask(), ask())
    const answers = sockets.slice(1).map((socket) => begun(socket))
    const refusal = await Promise.race(answers)
    expect(refusal).toContain('HTTP/1.1 429')
    expect(refusal.toLowerCase()).toContain('retry-after: 5')
    await vi.waitFor(
      () => {
        const { total, idle } = poolUse(server.db)
        expect(idle).toBe(total)
      },
      { timeout: 10_000 },
    )
    first.destroy()
    expect((await Promise.all(answers)).filter((answer) => answer.includes('HTTP/1.1 200'))).toHaveLength(1)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}, 30_000)

test('[MOVE-28] [MOVE-29] parts of an import stand in the order of the file, wait for each other, and are taken back as one', async () => {
  const { owner, id, params, send, board, column } = await team()
  await send([task('Earlier')])
  const part = (key: string, tasks: ImportedTask[], continues?: string) =>
    owner.api.imports.create({
      params,
      body: { idempotencyKey: key, source: 'csv', tasks, ...(continues && { continues }) },
    })
  const { data: first } = await part('big.1', [task('One'), task('Two', { status: 4 }), task('Three')])
  const further = () => part('big.2', [task('Four', { blockedBy: [0] }), task('Five', { blocks: [2] })], first.id)
  const { data: second } = await further()
  // What is there already answers as before.
  expect((await further()).data).toEqual(second)
  await part('big.3', [task('Six', { status: 4, blockedBy: [1, 3] })], first.id)
  expect(await column(1)).toEqual(['One', 'Three', 'Four', 'Five', 'Earlier'])
  expect(await column(4)).toEqual(['Two', 'Six'])
  const ids = new Map((await board()).map(({ id: taskID, title }) => [title, taskID]))
  const titleOf = new Map((await board()).map(({ taskId, title }) => [Number(taskId), title]))
  const blockers = async (title: string) => {
    const { data } = await owner.api.tasks.get({ params: { id: ids.get(title) ?? '' } })
    return data.blockedBy?.map((number) => titleOf.get(number))
  }
  expect([await blockers('Four'), await blockers('Three'), await blockers('Six')]).toEqual([['One'], ['Five'], ['Two', 'Four']]) // prettier-ignore
  // A task that somebody has touched stays.
  await owner.api.tasks.update({ params: { id: ids.get('Five') ?? '' }, body: { title: 'Five!' } })
  const undone = await owner.api.imports.undo({ params: { id, importID: first.id } })
  expect(undone.data).toEqual({ removed: 5, kept: 1 })
  expect(await column(1)).toEqual(['Five!', 'Earlier'])
  await expect(part('big.4', [task('Late')], first.id)).rejects.toMatchObject({ status: 409, serverMessage: 'This import was taken back.' }) // prettier-ignore
})

test('[MOVE-30] a part is refused that names another’s import, its own part, or a circle', async () => {
  const { owner, params } = await team()
  const other = await team()
  const part = (key: string, tasks: ImportedTask[], continues: string) =>
    owner.api.imports.create({ params, body: { idempotencyKey: key, source: 'csv', tasks, continues } })
  const { data: foreign } = await other.send([task('Theirs')])
  await expect(part('a', [task('A')], foreign.id)).rejects.toMatchObject({ status: 404 })
  const { data } = await owner.api.imports.create({ params, body: { idempotencyKey: 'own', source: 'csv', tasks: [task('One'), task('Two', { blockedBy: [0] })] } }) // prettier-ignore
  const { data: second } = await part('b', [task('Three')], data.id)
  await expect(part('c', [task('A')], second.id)).rejects.toMatchObject({ status: 404 })
  // One waits for Four, which waits for Two, which waits for One.
  await expect(part('d', [task('Four', { blocks: [0], blockedBy: [1] })], data.id)).rejects.toMatchObject({
    status: 422,
  })
  await expect(part('e', [task('Five', { blocks: [3] })], data.id)).rejects.toMatchObject({ status: 422 })
  await expect(part('f', [task('Six', { blockedBy: [9] })], data.id)).rejects.toMatchObject({ status: 422 })
})

test('[MOVE-30] two imports at once, and the same part sent twice at once, double nothing', async () => {
  const { owner, params, board } = await team()
  const part = (key: string, tasks: ImportedTask[], continues?: string) =>
    owner.api.imports.create({
      params,
      body: { idempotencyKey: key, source: 'csv', tasks, ...(continues && { continues }) },
    })
  const [a, b] = await Promise.all([part('a', [task('A1')]), part('b', [task('B1')]), part('a', [task('A1')])])
  await Promise.all([
    part('a.2', [task('A2', { labels: ['new'] })], a.data.id),
    part('b.2', [task('B2', { labels: ['new'] })], b.data.id),
    part('a.2', [task('A2', { labels: ['new'] })], a.data.id),
  ])
  expect((await board()).map(({ title }) => title).toSorted()).toEqual(['A1', 'A2', 'B1', 'B2'])
})
