import { expect, test } from 'vitest'
import type { RequestContext, Viewer } from './handlers.ts'
import { PreparedAnswer } from './prepared-answer.ts'
import { handlersOf } from './services.ts'

const viewer: Viewer = {
  userID: 'ann',
  sessionID: '',
  username: 'ann',
  email: 'ann@example.org',
  isAdministrator: false,
  accountType: 'contributor',
}
const contextOf = (who: Viewer | null): RequestContext => ({
  viewer: who,
  caller: null,
  scopes: undefined,
  ip: '',
  agent: '',
  setHeader: () => undefined,
  note: () => undefined,
  knownTags: [],
  over: () => new AbortController().signal,
})

const saved = handlersOf('savedProjects', ['a project'], {
  list: async (projects) => projects,
  add: async (_, { username }, { params }) => ({ message: `${username} ${params.id}` }),
  remove: async () => new PreparedAnswer('tag', null),
})

test('what a service answers is put into `data` where the contract has an envelope, and is the body elsewhere', async () => {
  expect(await saved.list({}, contextOf(viewer))).toEqual({ data: ['a project'] })
  expect(await saved.add({ params: { id: '7' }, body: {} }, contextOf(viewer))).toEqual({ message: 'ann 7' })
  expect(await saved.remove({ params: { id: '7' } }, contextOf(viewer))).toBeInstanceOf(PreparedAnswer)
})

test('a page has more than `data`, so the service answers the whole body; nobody need be signed in where the policy says so', async () => {
  const page = { data: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0 } }
  const seen: Array<Viewer | null> = []
  const { lines } = handlersOf('reputation', seen, {
    lines: async (viewers, who) => {
      viewers.push(who)
      return page
    },
  })
  const input = { params: { username: 'ann' }, query: { page: 1, limit: 20 } }
  expect(await lines(input, contextOf(null))).toEqual(page)
  await lines(input, contextOf(viewer))
  expect(seen).toEqual([null, viewer])
})

test('a call that needs a person is never made without one', async () => {
  await expect(saved.list({}, contextOf(null))).rejects.toMatchObject({ status: 401 })
})

test('a service without a call of its noun starts no server', () => {
  // @ts-expect-error The compiler asks for `add` and `remove`.
  expect(() => handlersOf('savedProjects', {}, { list: async () => [] })).toThrow('has no add')
})
