import { expect, test } from 'vitest'
import { createBackground } from './background.ts'
import { createLogger } from './log.ts'

test('work wanted while it is under way is done once more, however often it was wanted, also after a failure', async () => {
  const background = createBackground(createLogger('silent'))
  let runs = 0
  let release = () => {}
  const work = async () => {
    runs += 1
    await new Promise<void>((resolve) => (release = resolve))
    if (runs === 2) throw new Error('failed')
  }
  for (let wanted = 0; wanted < 5; wanted++) background.runOnce('work', work)
  expect(runs).toBe(1)
  release()
  await expect.poll(() => runs).toBe(2)
  release()
  await background.idle()
  expect(runs).toBe(2)
  background.runOnce('work', work)
  release()
  await background.idle()
  expect(runs).toBe(3)
})
