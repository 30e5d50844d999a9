import { matchQuery, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { effects, keysOfProject, staleKeys, subjectOf } from './effects.ts'
import { query } from './query.ts'

const writing = operations.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ operation }) => operation)
const reading = operations
  .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.transfer === undefined)
  .map(({ operation }) => operation)

test('each call of the contract that writes has a row, and each row names only calls that read', () => {
  // A download counts as writing, because it writes a file on the device.
  const downloads = operations
    .filter(({ endpoint }) => endpoint.transfer === 'download')
    .map(({ operation }) => operation)
  expect(Object.keys(effects).sort()).toEqual([...writing, ...downloads].sort())
  for (const [operation, stale] of Object.entries(effects)) {
    expect(
      stale.filter((read) => !reading.includes(read)),
      operation,
    ).toEqual([])
    expect(new Set(stale).size, operation).toBe(stale.length)
  }
})

/** Whether the write makes the query stale, by the cache's own matching. */
const isStale = (operation: keyof typeof effects, subject: Parameters<typeof staleKeys>[1]) => {
  const client = new QueryClient()
  return (asked: { queryKey: readonly unknown[] }) => {
    const built = client.getQueryCache().build(client, { queryKey: asked.queryKey })
    return staleKeys(operation, subject).some((queryKey) => matchQuery({ queryKey }, built))
  }
}

test('a write about one project leaves the reads about another alone, and reaches the lists that show both', () => {
  const stale = isStale('memberships.remove', { projectID: 'a' })
  const board = (projectID: string) => query('tasks.byProject', { params: { projectId: projectID }, query: {} })
  const asked = (id: string) => query('memberships.requests', { params: { id }, query: { type: 'sent' } })
  expect([board('a'), board('b'), asked('a'), asked('b')].map(stale)).toEqual([true, false, true, false])
  expect(stale(query('projects.openProjects', { query: { page: 2 } }))).toBe(true)
  expect(stale(query('payments.list', { params: { id: 'a' }, query: {} }))).toBe(false)
})

test('a write whose project is not known reaches the reads about every project', () => {
  const stale = isStale('tasks.update', { taskID: 't' })
  expect(stale(query('tasks.byProject', { params: { projectId: 'a' }, query: {} }))).toBe(true)
  expect(['t', 'u'].map((id) => stale(query('tasks.get', { params: { id } })))).toEqual([true, false])
})

test('every write that changes the lists a project is in reaches the same lists', () => {
  const lists = ['projects.openProjects', 'projects.owned', 'users.projects', 'people.profileByUsername'] as const
  const changing = ['projects.create', 'projects.update', 'projects.remove', 'projects.apply'] as const
  const joining = ['memberships.answer', 'memberships.answerById', 'memberships.setRole', 'memberships.remove'] as const
  for (const operation of [...changing, ...joining])
    expect(effects[operation], operation).toEqual(expect.arrayContaining([...lists]))
})

test('the subject of a write is read from its input, and from its answer where the input does not name it', () => {
  expect(subjectOf('projects.update', { params: { id: 'a' }, body: {} })).toEqual({ projectID: 'a' })
  const answered = { params: { projectId: 'a' }, body: { requestId: 'r', accept: true } }
  expect(subjectOf('memberships.answerById', answered)).toEqual({ projectID: 'a' })
  const task = { title: 'T', description: 'D', projectID: 'a' }
  expect(subjectOf('tasks.create', { body: task })).toEqual({ projectID: 'a' })
  const update = { params: { id: 't' }, body: {} }
  expect(subjectOf('tasks.update', update)).toEqual({ taskID: 't' })
  expect(subjectOf('tasks.update', update, { data: { projectID: 'a' } })).toEqual({ taskID: 't', projectID: 'a' })
  expect(subjectOf('creatorApplications.approve', { params: { id: 'c' }, body: {} })).toEqual({})
})

test('forgetting a project removes all reads that are about that project alone', () => {
  const keys = keysOfProject('a')
  expect(keys).toContainEqual(['tasks.byProject', { params: { projectId: 'a' } }])
  expect(keys).toContainEqual(['projects.get', { params: { id: 'a' } }])
  expect(keys.flat()).not.toContain('tasks.get')
})
