import { expect, test } from 'vitest'
import { createCreator, createPerson } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { undated, waits } from '#support/waits.ts'

const server = testApp()
const cast = async () => {
  const { user, accessToken } = await createCreator(server)
  return { owner: { id: user.id, api: server.client(accessToken) }, newPerson: () => createPerson(server) }
}

test("[ENTRY-24] each wait for another person's answer has a date in the answer", async () => {
  expect(Object.keys(waits).toSorted()).toEqual([
    ...['application', 'confirmation', 'creator application', 'dispute', 'invitation'],
    ...['payment', 'proposal', 'review', 'ruling'],
  ])
  expect(await undated(await cast())).toEqual([])
}, 60_000)

test('[ENTRY-24] a planted wait without a date is found, and so is one whose date is over', async () => {
  const planted = {
    'without a date': () => Promise.resolve(null),
    'without the field': () => Promise.resolve(undefined),
    'of yesterday': () => Promise.resolve(new Date(Date.now() - 86_400_000).toISOString()),
    review: waits['review'] ?? (() => Promise.resolve(null)),
  }
  expect(await undated(await cast(), planted)).toEqual(['without a date', 'without the field', 'of yesterday'])
}, 60_000)
