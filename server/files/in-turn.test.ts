import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('one thing is done after the other, also after one that failed; who comes when too many wait is refused', async () => {
  const queue = inTurn(3, () => new Error('full'))
  const began: number[] = []
  let end: () => void = () => undefined
  const first = queue(async () => {
    began.push(1)
    await new Promise<void>((resolve) => (end = resolve))
    throw new Error('broken')
  })
  const second = queue(async () => began.push(2))
  const third = queue(async () => began.push(3))
  await expect(queue(async () => began.push(4))).rejects.toThrow('full')
  expect(began).toEqual([1])
  end()
  await expect(first).rejects.toThrow('broken')
  await Promise.all([second, third])
  expect(began).toEqual([1, 2, 3])
  await queue(async () => began.push(5))
  expect(began).toEqual([1, 2, 3, 5])
})
