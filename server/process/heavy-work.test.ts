import { expect, test } from 'vitest'
import { createPlaces, GivenUp } from './heavy-work.ts'

const rule = { running: 2, runningOfOne: 1, placesOfOne: 2, places: 5, reason: 'One is not done yet.' }
const never = new AbortController().signal
const shortly = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Places, and who has got one, in the order in which they did. */
const queue = () => {
  const take = createPlaces(rule)
  const began: string[] = []
  const leaving = new Map<string, () => void>()
  const enter = (name: string, over = never) =>
    take(name.split(' ')[0] ?? '', over).then((leave) => {
      began.push(name)
      leaving.set(name, leave)
    })
  return { began, enter, leave: (name: string) => leaving.get(name)?.() }
}

test('one thing of a person is done at a time, and others go on meanwhile; what one leaves, the next one gets', async () => {
  const { began, enter, leave } = queue()
  await enter('ada 1')
  const second = enter('ada 2')
  await enter('bea 1')
  const third = enter('cyd 1')
  await shortly()
  expect(began).toEqual(['ada 1', 'bea 1'])
  leave('bea 1')
  await third
  leave('ada 1')
  // To leave twice gives nobody a place more.
  leave('ada 1')
  await second
  expect(began).toEqual(['ada 1', 'bea 1', 'cyd 1', 'ada 2'])
})

test('whose places are taken gets a 429 with the time when to try again, and where all are taken everybody a 503', async () => {
  const { enter } = queue()
  for (const name of ['ada 1', 'ada 2', 'bea 1', 'bea 2', 'cyd 1']) void enter(name)
  await expect(enter('ada 3')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
  await expect(enter('dan 1')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
})

test('what is given up while it waits is never begun, and its place is free', async () => {
  const { began, enter, leave } = queue()
  const givenUp = new AbortController()
  await enter('ada 1')
  const second = enter('ada 2', givenUp.signal)
  givenUp.abort()
  await expect(second).rejects.toBeInstanceOf(GivenUp)
  const third = enter('ada 3')
  leave('ada 1')
  await third
  expect(began).toEqual(['ada 1', 'ada 3'])
  await expect(enter('ada 4', givenUp.signal)).rejects.toBeInstanceOf(GivenUp)
})
