import { isApiError } from '#lib/api.ts'
import type { Intent } from './use-wizard.ts'

/** Some of the chosen tasks were not created, so the project stays a draft. */
export class TasksNotCreated extends Error {
  readonly count: number
  constructor(count: number) {
    super(`${count} tasks were not created`)
    this.count = count
  }
}

/** The title of each action's failure. */
const texts: Readonly<Record<Intent, string>> = {
  next: 'Failed to proceed to next step. Please try again.',
  draft: 'Failed to save draft. Please try again.',
  publish: 'Failed to publish project',
}

/**
 * The reason of a failure, where it tells more than the title: the server's message in a refusal, or that the server is
 * gone.
 */
export const reasonOf = (error: unknown): string => {
  if (!isApiError(error)) return ''
  if (error.status === 0) return 'The server cannot be reached right now.'
  return error.status < 500 ? error.serverMessage : ''
}

const tasksText = (count: number, intent: Intent): string =>
  `${count === 1 ? 'One task was' : `${count} tasks were`} not created. ${
    intent === 'publish' ? 'The project is still a draft.' : 'The project itself is saved.'
  } Try again, or leave ${count === 1 ? 'it' : 'them'} out.`

/** The texts of an action's failure: its title, and below it the reason if there is one. */
export const failureTexts = (
  { intent, error }: { intent: Intent; error: unknown },
  isSaved: boolean,
): { title: string; text: string } => {
  if (error instanceof TasksNotCreated) return { title: tasksText(error.count, intent), text: '' }
  const kept = intent === 'publish' && isSaved ? 'It is saved as a draft.' : ''
  return { title: texts[intent], text: [reasonOf(error), kept].filter(Boolean).join(' ') }
}
