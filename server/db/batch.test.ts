import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inBatches } from './batch.ts'

/** Doubles numbers after a moment, and records which numbers were asked for in one call. */
const doubling = () => {
  const asked: number[][] = []
  const double = inBatches(async (keys: readonly number[]) => {
    asked.push([...keys])
    await sleep(10)
    if (keys.includes(13)) throw new Error('unlucky')
    return keys.map((key) => key * 2)
  })
  return { asked, double }
}

test('a look-up goes out at once; look-ups that come meanwhile go together, and each gets its own answer', async () => {
  const { asked, double } = doubling()
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(double))
  expect(answers).toEqual([2, 4, 6, 8, 10, 12])
  expect(asked).toEqual([[1], [2], [3, 4, 5, 6]])
})

test('answers are not remembered: the same key is looked up again', async () => {
  const { asked, double } = doubling()
  await double(1)
  await double(1)
  expect(asked).toEqual([[1], [1]])
})

test('a failure reaches every look-up of its batch, and none after it', async () => {
  const { double } = doubling()
  const settled = await Promise.allSettled([1, 2, 13, 4].map(double))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(await double(5)).toBe(10)
})

test('a load that answers too few values is a failure, and no look-up gets the value of another', async () => {
  const find = inBatches(async () => [])
  await expect(find('x')).rejects.toThrow('Of 1 look-ups 0 were answered.')
})
