import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { taskPriorities } from '#shared/contract/index.ts'
import type { BacklogQuery } from '#shared/contract/task.ts'
import { narrow } from '#features/tasks/data/more-filters.ts'
import { filterTasks } from '#features/tasks/filters/task-filters.ts'
import { createMembership, createPerson, createProject } from '../support/factories.ts'
import { refused } from '../support/refusal.ts'
import { testApp } from '../support/server.ts'

const TODAY = '2026-12-03'
const server = testApp()
let owner: Awaited<ReturnType<typeof createPerson>>
let member: typeof owner
let projectID = ''
const labels: number[] = []
const blockerID = uuidv7()

/** Forty tasks of all kinds, put straight into the table: no two are alike in all that is filtered and sorted by. */
const fillBoard = async () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    id: at === 0 ? blockerID : uuidv7(),
    project_id: projectID,
    task_number: at + 1,
    title: at % 3 ? `Map ${at}` : `Birds & maps ${at}%`,
    description: 'Work.',
    status: at % 6,
    created_by_id: owner.id,
    assigned_to_id: at % 4 === 0 ? member.id : null,
    created_at: new Date(Date.UTC(2026, 10, 1)),
    updated_at: new Date(Date.UTC(2026, 10, 1, at)),
    due_on: at % 5 === 0 ? null : `2026-12-${String(1 + ((at * 7) % 12)).padStart(2, '0')}`,
    priority: (at * 3) % 5,
    offer_cents: at % 3 === 1 ? null : ((at * 7) % 10) * 1000,
    label_ids: [[], [labels[0]!], [labels[1]!, labels[0]!], [labels[2]!]][at % 4]!,
    blocked_by_ids: at > 0 && at % 7 === 0 ? [blockerID] : [],
  }))
  await server.db.insertInto('tasks').values(rows).execute()
  await server.db.updateTable('task_counters').set({ last_task_number: 40 }).execute()
}

beforeAll(async () => {
  ;[owner, member] = await Promise.all([createPerson(server), createPerson(server, { name: 'Grace Hopper' })])
  projectID = (await createProject(server, owner.id)).id
  await createMembership(server, projectID, member.id)
  for (const name of ['maps', 'Birds', 'zoo']) {
    const body = { name, colour: 'teal' as const }
    labels.push((await owner.api.labels.create({ params: { id: projectID }, body })).data.id)
  }
  await fillBoard()
})

type Query = Partial<BacklogQuery>
const ask = (query: Query, by = member) => by.api.tasks.backlog({ params: { id: projectID }, query })
const pagesOf = async (query: Query) => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => ask({ ...query, page, limit: 10 })))
  expect(pages.map(({ pagination }) => pagination.total)).toEqual([40, 40, 40, 40])
  return pages.flatMap(({ data }) => data)
}
const all = async () => (await owner.api.tasks.byProject({ params: { projectId: projectID }, query: {} })).data
/** Whether each value may come before the next one, null at the end. */
const inOrder = (values: ReadonlyArray<string | number | null>, direction: 'asc' | 'desc') =>
  values.slice(1).every((next, at) => {
    const value = values[at]!
    if (value === null || next === null) return next === null
    return direction === 'asc' ? value <= next : value >= next
  })

test.each(['asc', 'desc'] as const)(
  '[TASK2-29] the backlog is sorted by due date, priority and labels over all pages (%s)',
  async (direction) => {
    const byDue = await pagesOf({ sort: 'dueOn', direction })
    expect(new Set(byDue.map(({ id }) => id)).size).toBe(40)
    expect(
      inOrder(
        byDue.map(({ dueOn }) => dueOn ?? null),
        direction,
      ),
    ).toBe(true)
    expect(byDue.at(-1)?.dueOn).toBeNull()
    const byPriority = await pagesOf({ sort: 'priority', direction })
    expect(
      inOrder(
        byPriority.map(({ priority = 'none' }) => taskPriorities.indexOf(priority)),
        direction,
      ),
    ).toBe(true)
    // By name: Birds, maps, zoo. A task's labels are compared one after the other.
    const places = new Map([labels[1]!, labels[0]!, labels[2]!].map((id, place) => [id, place]))
    const keyOf = (ids: readonly number[] = []) =>
      ids.length === 0
        ? null
        : ids
            .map((id) => places.get(id)!)
            .sort((a, b) => a - b)
            .join(' ')
    const byLabels = await pagesOf({ sort: 'labels', direction })
    expect(new Set(byLabels.map(({ labelIDs }) => keyOf(labelIDs)))).toEqual(new Set(['1', '0 1', '2', null]))
    expect(
      inOrder(
        byLabels.map(({ labelIDs }) => keyOf(labelIDs)),
        direction,
      ),
    ).toBe(true)
  },
)

test.each(['asc', 'desc'] as const)(
  '[OFFER-37] the backlog is sorted by reward over all pages, tasks without an offer last (%s)',
  async (direction) => {
    const rewards = (await pagesOf({ sort: 'reward', direction })).map(({ rewardCents }) => rewardCents ?? null)
    expect(inOrder(rewards, direction)).toBe(true)
    expect([rewards[0], rewards.filter((cents) => cents === null).length]).toEqual([direction === 'asc' ? 0 : 9000, 13])
  },
)

test('tasks that sort alike come last changed first, and a page behind the end still knows how many there are', async () => {
  const { data } = await ask({ sort: 'priority', limit: 100 })
  const urgent = data.filter(({ priority }) => priority === 'urgent').map(({ updatedAt }) => updatedAt)
  expect(urgent).toEqual([...urgent].sort().reverse())
  expect(await ask({ page: 9 })).toMatchObject({ data: [], pagination: { total: 40, totalPages: 4 } })
})

test('[TASK2-27][TASK2-29] the server lets through what the filters on the screen let through', async () => {
  const tasks = await all()
  const none = { label: null, priority: null, due: null, blocked: false } as const
  const cases: Query[] = [
    {},
    { q: 'MAP' },
    { q: 'map #1' },
    { q: 'grace 2' },
    { q: '%' },
    { q: '_' },
    { assignee: 'none' },
    { assignee: member.id, q: 'birds' },
    { label: labels[0]! },
    ...taskPriorities.map((priority) => ({ priority })),
    { due: 'overdue' },
    { due: 'week' },
    { due: 'none' },
    { blocked: 'true' },
    { status: 0 },
    { status: 3, q: 'map' },
    { blocked: 'true', due: 'week', assignee: 'none' },
  ]
  for (const query of cases) {
    const { data } = await ask({ ...query, today: TODAY, limit: 100 })
    const { q = '', assignee = '', status, label = null, priority = null, due = null, blocked } = query
    const shown = narrow(
      filterTasks(tasks, q, assignee),
      { ...none, label, priority, due, blocked: blocked === 'true' },
      tasks,
      TODAY,
    )
    const numbers = (list: ReadonlyArray<{ taskId: string }>) => list.map(({ taskId }) => Number(taskId)).sort()
    const ofStatus = shown.filter((task) => status === undefined || task.status === status)
    expect([query, numbers(data)]).toEqual([query, numbers(ofStatus)])
  }
})

test('a task is found by its number; tasks in Trash and strangers are not let in', async () => {
  expect((await ask({ number: 7 })).data.map(({ taskId }) => taskId)).toEqual(['7'])
  const { id } = (await owner.api.tasks.create({ body: { title: 'Gone', description: 'Soon.', projectID } })).data
  await owner.api.tasks.remove({ params: { id } })
  expect((await ask({ q: 'gone' })).pagination.total).toBe(0)
  const stranger = await createPerson(server)
  await expect(ask({}, stranger)).rejects.toEqual(refused(404))
})

test('a word is found whatever accents it is written or typed with, on the server and on the screen', async () => {
  const own = (await createProject(server, owner.id)).id
  for (const title of ['Naïve Café', 'Größe prüfen', 'Łódź trip', 'ÉLAN', 'E\u0301LAN again', '대한민국 지도'])
    await owner.api.tasks.create({ body: { projectID: own, title, description: 'Work.' } })
  const { data: tasks } = await owner.api.tasks.byProject({ params: { projectId: own }, query: {} })
  const query = { today: TODAY, limit: 50 }
  for (const [q, wanted] of [
    ['cafe', 1],
    ['GROSSE', 1],
    ['lodz TRIP', 1],
    ['élan', 2],
    ['한', 1],
    ['e\u0301lan #4', 1],
  ] as const) {
    const { pagination } = await owner.api.tasks.backlog({ params: { id: own }, query: { ...query, q } })
    expect([q, pagination.total, filterTasks(tasks, q, '').length]).toEqual([q, wanted, wanted])
  }
})
