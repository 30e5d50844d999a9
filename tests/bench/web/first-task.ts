import { MOST_ACTS, walk } from '#support/first-task.ts'
import { count, type Figure } from '../figure.ts'
import { onStage } from './browser.ts'

/** Counts what a stranger with an invitation does until a task is theirs, and for how many people they wait on the way. */
export const firstTask = (): Promise<Figure[]> =>
  onStage(async ({ context, server }) => {
    const page = context.pages()[0] ?? (await context.newPage())
    const { acts, waits, isTaken } = await walk(page, server)
    if (!isTaken) throw new Error('The task is not theirs in the end.')
    return [
      {
        what: 'from the invitation to a taken task, presses and filled forms',
        value: count(acts.length, 'act'),
        target: `≤ ${MOST_ACTS}`,
        reached: acts.length <= MOST_ACTS,
      },
      { what: 'waits for a person on the way', value: String(waits), target: '0', reached: waits === 0 },
      ...acts.map((act) => ({ what: `  ${act}`, value: '' })),
    ]
  })
