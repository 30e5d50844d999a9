import { isApiError } from '../../../lib/api.ts'
import type { Intent } from './use-wizard.ts'

/** Some of the chosen tasks were not created; the project is a draft and stays one. */
export class TasksNotCreated extends Error {
  readonly count: number
  constructor(count: number) {
    super(`${count} tasks were not created`)
    this.count = count
  }
}

/** What a failed step is called. */
const texts: Readonly<Record<Intent, string>> = {
  next: 'Failed to proceed to next step. Please try again.',
  draft: 'Failed to save draft. Please try again.',
  publish: 'Failed to publish project',
}

/** Why it failed, where that tells more: the server's words of a refusal, or that there is no server. */
export const reasonOf = (error: unknown): string => {
  if (!isApiError(error)) return ''
  if (error.status === 0) return 'The server cannot be reached right now.'
  return error.status < 500 ? error.serverMessage : ''
}

const tasksText = (count: number, intent: Intent): string =>
  `${count === 1 ? 'One task was' : `${count} tasks were`} not created. ${
    intent === 'publish' ? 'The project is still a draft.' : 'The project itself is saved.'
  } Try again, or leave ${count === 1 ? 'it' : 'them'} out.`

/** What a failed step says: the step's own sentence, and below it what is known beyond. */
export const failureTexts = (
  { intent, error }: { intent: Intent; error: unknown },
  isSaved: boolean,
): { title: string; text: string } => {
  if (error instanceof TasksNotCreated) return { title: tasksText(error.count, intent), text: '' }
  const kept = intent === 'publish' && isSaved ? 'It is saved as a draft.' : ''
  return { title: texts[intent], text: [reasonOf(error), kept].filter(Boolean).join(' ') }
}
