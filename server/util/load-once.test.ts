import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('what is loaded is kept, and calls that come while it loads wait for the same', async () => {
  let times = 0
  const loaded = loadOnce(async () => Promise.resolve((times += 1)))
  expect(await Promise.all([loaded(), loaded()])).toEqual([1, 1])
  expect(await loaded()).toBe(1)
})

test('a failure is not kept: all who waited for it hear of it, and the next call tries again', async () => {
  let times = 0
  const loaded = loadOnce(async () => {
    times += 1
    if (times === 1) throw new Error('not now')
    return Promise.resolve(times)
  })
  const first = await Promise.allSettled([loaded(), loaded()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await loaded()).toBe(2)
})
