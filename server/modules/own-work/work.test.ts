import { beforeEach, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { timesAsLong } from '#support/times-as-long.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
let [owner, member]: Person[] = []
const people = () => {
  if (!owner || !member) throw new Error('not made yet')
  return { owner, member }
}
let projectID = ''
beforeEach(async () => {
  ;[owner, member] = [await createPerson(server), await createPerson(server)]
  projectID = (await createProject(server, owner.id)).id
  await createMembership(server, projectID, member.id)
})

const day = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
type More = { status?: number; dueOn?: string; priority?: 'low' | 'urgent'; to?: Person }
const task = async (title: string, { to = people().member, ...more }: More = {}): Promise<string> => {
  const body = { projectID, title, description: 'Work.', assignedToID: to.id, ...more }
  return (await people().owner.api.tasks.create({ body })).data.id
}
const handIn = async (by: Person, id: string) =>
  by.api.submissions.create({ params: { id }, body: { idempotencyKey: unique('hand-in-') } })
const work = async (of: Person) => (await of.api.work.get({ query: {} })).data
const titles = (section: { rows: { task: { title: string } | null; project: { title: string } }[] } | null) =>
  section?.rows.map((row) => row.task?.title ?? `to ${row.project.title}`)

test('[WORK-02] Now has tasks in progress, with changes requested or overdue, each once with its reasons', async () => {
  const { owner, member } = people()
  await task('begun', { status: 2, dueOn: day(3) })
  await task('late', { dueOn: day(-2) })
  const back = await task('sent back', { status: 2 })
  await handIn(member, back)
  await owner.api.submissions.changes({ params: { id: back, n: 1 }, body: { text: 'No legend.' } })
  const both = await task('late and sent back', { status: 2, dueOn: day(-3) })
  await handIn(member, both)
  await owner.api.submissions.changes({ params: { id: both, n: 1 }, body: { text: 'No legend.' } })
  await task('not begun')
  await task('done', { status: 4, dueOn: day(-2) })
  await task('somebody else’s', { status: 2, to: owner })
  const { now } = await work(member)
  expect(now.rows.map((row) => [row.task?.title, ...row.reasons])).toEqual([
    ['late and sent back', 'overdue', 'changes'],
    ['late', 'overdue'],
    ['sent back', 'changes'],
    ['begun', 'inProgress'],
  ])
  expect(now.total).toBe(4)
})

test('[WORK-03] Next has the other assigned tasks by due date, none last, then priority from urgent down', async () => {
  const { member } = people()
  await task('some day')
  await task('some day, urgent', { priority: 'urgent' })
  await task('later', { dueOn: day(9) })
  await task('soon, low', { dueOn: day(2), priority: 'low' })
  await task('soon, urgent', { dueOn: day(2), priority: 'urgent' })
  await task('today', { dueOn: day(0) })
  await task('begun', { status: 2 })
  const { next } = await work(member)
  expect(titles(next)).toEqual(['today', 'soon, urgent', 'soon, low', 'later', 'some day, urgent', 'some day'])
})

test('[WORK-02] what is overdue goes by the day where the person is', async () => {
  const { member } = people()
  await task('due yesterday somewhere', { dueOn: day(0) })
  const settings = (await member.api.notifications.settings({})).data
  const hour = server.clock.now().getUTCHours()
  // A zone in which it is tomorrow or today already, and one in which it is today or still yesterday.
  for (const [timeZone, isLate] of [
    ['Pacific/Kiritimati', hour >= 10],
    ['Pacific/Pago_Pago', false],
  ] as const) {
    await member.api.notifications.changeSettings({ body: { ...settings, timeZone } })
    const { now, next } = await work(member)
    expect([now.total, next.total]).toEqual(isLate ? [1, 0] : [0, 1])
  }
})

test('[WORK-04] Waiting has one’s tasks under review since when, and one’s pending applications', async () => {
  const { owner, member } = people()
  const id = await task('handed in', { status: 2 })
  await handIn(member, id)
  await task('theirs', { status: 3, to: owner })
  const other = await createProject(server, (await createPerson(server)).id, { title: unique('Tides ') })
  await member.api.projects.apply({ params: { id: other.id }, body: {} })
  const { data } = await member.api.tasks.get({ params: { id } })
  const { waiting } = await work(member)
  expect(titles(waiting)).toEqual(['handed in', `to ${other.title}`])
  expect(waiting.rows[0]).toMatchObject({ kind: 'task', id, since: data.waitsSince, person: null })
  expect(waiting.rows[1]).toMatchObject({ kind: 'application', task: null, person: null })
})

test('[WORK-05] Waiting for me has what owners and admins are to answer, the earliest date first and what has none by its age; others have no such section', async () => {
  const { owner, member } = people()
  const applicant = await createPerson(server)
  const id = await task('handed in', { status: 2 })
  await handIn(member, id)
  await applicant.api.projects.apply({ params: { id: projectID }, body: {} })
  const own = await task('my own', { status: 2, to: owner })
  await handIn(owner, own)
  await task('under review without a submission', { status: 3 })
  const seen = async () => (await work(owner)).waitingForMe?.rows.map(({ kind, person }) => [kind, person?.username])
  const expected = [
    ['submission', member.username],
    ['application', applicant.username],
  ]
  // The only manager answers their own submission, too.
  expect(await seen()).toEqual([expected[0], ['submission', owner.username], expected[1]])
  await createMembership(server, projectID, (await createPerson(server)).id, 'admin')
  expect(await seen()).toEqual(expected)
  await owner.api.submissions.accept({ params: { id, n: 1 }, body: {} })
  expect(await seen()).toEqual(expected.slice(1))
  expect((await work(member)).waitingForMe).toBeNull()
  expect((await work(applicant)).waitingForMe).toBeNull()
})

test('[WORK-11] only the viewer’s own sections: not those of projects they have left, nor deleted ones; anonymous gets 401', async () => {
  const { owner, member } = people()
  await task('begun', { status: 2 })
  await task('done soon', { status: 1 })
  expect((await work(owner)).now.total).toBe(0)
  expect((await work(await createPerson(server))).now.total).toBe(0)
  await expect(server.client().work.get({ query: {} })).rejects.toEqual(refused(401))
  expect((await work(member)).now.total).toBe(1)
  await owner.api.projects.remove({ params: { id: projectID } })
  const { now, next, waiting, waitingForMe } = await work(member)
  expect([now.total, next.total, waiting.total, waitingForMe]).toEqual([0, 0, 0, null])
  expect((await work(owner)).waitingForMe).toBeNull()
})

test('[WORK-11] with 10,000 tasks each section has at most 100 rows and the whole number, and is quick', async () => {
  const { member } = people()
  const rows = Array.from({ length: 10_000 }, (_, at) => ({
    id: uuidv7(),
    project_id: projectID,
    task_number: at + 1,
    title: `Task ${at}`,
    description: '',
    status: 1 + (at % 3),
    assigned_to_id: member.id,
    created_by_id: member.id,
    due_on: at % 4 === 0 ? day((at % 60) - 20) : null,
    priority: at % 5,
  }))
  for (let at = 0; at < rows.length; at += 1000)
    await server.db
      .insertInto('tasks')
      .values(rows.slice(at, at + 1000))
      .execute()
  const { now, next, waiting } = await work(member)
  for (const section of [now, next, waiting]) {
    expect(section.rows).toHaveLength(100)
    expect(section.projects.map(({ id, count }) => [id, count])).toEqual([[projectID, section.total]])
  }
  expect(now.total + next.total + waiting.total).toBe(10_000)
  const readAll = () => server.db.selectFrom('tasks').selectAll().where('project_id', '=', projectID).execute()
  // The limit only notices a plan that reads everything many times.
  expect(await timesAsLong(() => work(member), readAll)).toBeLessThan(10)
})

test('[WORK-07] a section that cannot be read says so, and the others are there', async () => {
  const { member } = people()
  await task('begun', { status: 2 })
  await server.db.schema.alterTable('project_requests').renameTo('away').execute()
  try {
    const { now, next, waiting } = await work(member)
    expect(titles(now)).toEqual(['begun'])
    expect([now.hasFailed, next.hasFailed, waiting.hasFailed]).toEqual([false, false, true])
  } finally {
    await server.db.schema.alterTable('away').renameTo('project_requests').execute()
  }
})

test('[WORK-02] [WORK-03] a task is overdue by the day that the device says, as on the board', async () => {
  const { member } = people()
  await task('due today', { dueOn: day(0) })
  const on = async (today: string) => {
    const { data } = await member.api.work.get({ query: { today } })
    return [titles(data.now), titles(data.next)]
  }
  expect(await on(day(0))).toEqual([[], ['due today']])
  // East of UTC that day is over already; west of it, it may still be the day before.
  expect(await on(day(1))).toEqual([['due today'], []])
  expect(await on(day(-1))).toEqual([[], ['due today']])
  await expect(member.api.work.get({ query: { today: 'tomorrow' } })).rejects.toEqual(refused(422))
})
