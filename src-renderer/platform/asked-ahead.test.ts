import { afterEach, expect, test, vi } from 'vitest'
import { takeAskedAhead } from './asked-ahead.ts'

const url = 'https://work.test/api/projects/1'
const ask = (answer: unknown = { data: 1 }) =>
  (window.askedAhead = { bearer: 'mine', answers: { [url]: Promise.resolve(answer) }, at: performance.now() })
afterEach(() => {
  delete window.askedAhead
  vi.restoreAllMocks()
})

test('an answer that the page has asked for ahead is taken once', async () => {
  ask()
  expect(await takeAskedAhead(url, 'mine')).toEqual({ data: 1 })
  expect(await takeAskedAhead(url, 'mine')).toBeNull()
})

test('an answer of another session, an old one, and one of another call are left', async () => {
  expect(await takeAskedAhead(url, 'mine')).toBeNull()
  ask()
  expect(await takeAskedAhead('https://work.test/api/projects/2', 'mine')).toBeNull()
  expect(await takeAskedAhead(url, 'another')).toBeNull()
  const { at } = ask()
  vi.spyOn(performance, 'now').mockReturnValue(at + 10_001)
  expect(await takeAskedAhead(url, 'mine')).toBeNull()
})

test('a call that the server refused is made again', async () => {
  ask(null)
  expect(await takeAskedAhead(url, 'mine')).toBeNull()
})
