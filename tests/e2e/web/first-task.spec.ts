import { MOST_ACTS, walk } from '#support/first-task.ts'
import { expect, test } from '../fixtures.ts'

test.use({ profile: 'new' })

test('[ENTRY-23] a stranger with an invitation has a task after at most six acts, and waits for nobody', async ({
  page,
  server,
}) => {
  const { acts, waits, isTaken } = await walk(page, server)
  expect([isTaken, waits]).toEqual([true, 0])
  expect(acts.length, acts.join(', ')).toBeLessThanOrEqual(MOST_ACTS)
})
