import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inWriteBatches } from './write-batches.ts'

const databaseError = (code: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code })

/** Writes words after a moment, and records in which statements they were written. */
const writing = (fails: Partial<Record<string, Error>> = {}, waitsMs: Partial<Record<string, number>> = {}) => {
  const statements: string[][] = []
  const write = async (words: readonly string[]) => {
    statements.push([...words])
    await sleep(Math.max(...words.map((word) => waitsMs[word.split(' ')[0] ?? ''] ?? 10)))
    const error = words.map((word) => fails[word]).find(Boolean)
    if (error) throw error
  }
  const add = inWriteBatches<string, string>({
    alone: async (word) => {
      await write([word])
      return `${word} alone`
    },
    together: async (words) => {
      await write(words)
      return words.map((word) => (word.startsWith('left out') ? undefined : `${word} together`))
    },
    subjectOf: (word) => word.split(' ')[0] ?? word,
  })
  return { statements, add }
}
const all = (add: (word: string) => Promise<string>, words: readonly string[]) =>
  Promise.allSettled(words.map(add)).then((settled) =>
    settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as { code?: string }).code)),
  )

/** Four writes that go out alone, so that those after them wait. */
const first = ['w', 'x', 'y', 'z']
const firstAlone = first.map((word) => [word])
const answersAlone = first.map((word) => `${word} alone`)

test('a few go out alone at once, and more than a few that come meanwhile go together, at most 64 of them', async () => {
  const { statements, add } = writing()
  const words = Array.from({ length: 80 }, (_, n) => `w${n}`)
  const answers = await all(add, words)
  expect(statements.map(({ length }) => length)).toEqual([1, 1, 1, 1, 64, 12])
  expect(statements.flat()).toEqual(words)
  expect(answers).toEqual(words.map((word, n) => `${word} ${n < 4 ? 'alone' : 'together'}`))
  expect(await add('later')).toBe('later alone')
})

test('a few that have waited go alone, beside each other', async () => {
  const { statements, add } = writing()
  expect(await all(add, [...first, 'a', 'b', 'c'])).toEqual([...answersAlone, 'a alone', 'b alone', 'c alone'])
  expect(statements).toHaveLength(7)
})

test('as long as many write, one batch goes after the other, with one write between them', async () => {
  const { statements, add } = writing()
  const one = async (n: number) => {
    for (let round = 0; round < 4; round++) await add(`${n}.${round}`)
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => one(n)))
  expect(statements.flat()).toHaveLength(80)
  expect(statements.length).toBeLessThan(20)
})

test('a write that the batch leaves out is made alone', async () => {
  const { statements, add } = writing()
  expect(await all(add, [...first, 'a', 'b', 'left out', 'c'])).toEqual([
    ...answersAlone,
    'a together',
    'b together',
    'left out alone',
    'c together',
  ])
  expect(statements).toEqual([...firstAlone, ['a', 'b', 'left out', 'c'], ['left out']])
})

test('two writes about one thing never go together: the second goes afterwards', async () => {
  const { statements, add } = writing()
  expect(await all(add, [...first, 'a', 'b 1', 'c', 'b 2', 'd', 'b 3'])).toEqual([
    ...answersAlone,
    'a together',
    'b 1 together',
    'c together',
    'b 2 alone',
    'd together',
    'b 3 alone',
  ])
  expect(statements).toEqual([...firstAlone, ['a', 'b 1', 'c', 'd'], ['b 2'], ['b 3']])
})

test('when a batch is refused, each of its writes is made alone, and only the bad one fails', async () => {
  const { statements, add } = writing({ bad: databaseError('23505') })
  expect(await all(add, [...first, 'a', 'b', 'bad', 'c'])).toEqual([
    ...answersAlone,
    'a alone',
    'b alone',
    '23505',
    'c alone',
  ])
  expect(statements).toEqual([...firstAlone, ['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad'], ['c']])
})

test.each([
  ['a broken connection', Object.assign(new Error('cut'), { code: 'ECONNRESET' })],
  ['a server that stops', databaseError('57P01')],
  ['a full disk', databaseError('53100')],
])('nothing is written twice: after %s no write of the batch is made again', async (_, error) => {
  const { statements, add } = writing({ bad: error })
  const code = (error as { code: string }).code
  expect(await all(add, [...first, 'a', 'b', 'c', 'bad'])).toEqual([...answersAlone, code, code, code, code])
  expect(statements).toEqual([...firstAlone, ['a', 'b', 'c', 'bad']])
  expect(await add('later')).toBe('later alone')
})

test('nobody waits long for writes that wait for a lock, alone or in a batch', async () => {
  const { add } = writing({}, { stuck: 1_000 })
  const stuck = ['stuck 1', 'stuck 2', 'stuck 3', 'stuck 4', 'e', 'f', 'g', 'stuck'].map(add)
  await sleep(150)
  const ended: string[] = []
  const allStuck = Promise.all(stuck).then(() => ended.push('stuck'))
  expect(await all(add, ['a', 'b'])).toHaveLength(2)
  ended.push('a and b')
  await allStuck
  expect(ended).toEqual(['a and b', 'stuck'])
})
