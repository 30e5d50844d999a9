import { type GeneratedTask, TASK_TEXT_MAX, TASK_TITLE_MAX } from '../../../../shared/contract/index.ts'

/** A suggested task that the wizard may create. */
export type DraftTask = GeneratedTask & {
  key: string
  isChosen: boolean
  isEdited: boolean
  state: 'open' | 'creating' | 'created' | 'failed'
  /** The server's message about the failure; empty when there is none. */
  reason: string
  /** No answer came, so the task may exist. */
  isUncertain: boolean
}

const sameTitle = (one: GeneratedTask, other: GeneratedTask) =>
  one.title.trim().toLowerCase() === other.title.trim().toLowerCase()

const openTask = { isChosen: true, isEdited: false, state: 'open', reason: '', isUncertain: false } as const

/** A task that a person adds by its title. The server wants a description, so it begins as the title, like a quickly added card. */
export const ownTask = (title: string, key: string): DraftTask => ({
  ...openTask,
  key,
  title,
  description: title,
  isEdited: true,
})

/**
 * Merges new suggestions with tasks that a person has worked on: edited, unticked, failed and created tasks stay, the
 * new ones replace the others.
 */
export const mergeSuggestions = (
  before: readonly DraftTask[],
  suggested: readonly GeneratedTask[],
  round: string,
): DraftTask[] => {
  const kept = before.filter(({ isEdited, isChosen, state }) => isEdited || !isChosen || state !== 'open')
  const added = suggested
    .filter((task) => !kept.some((one) => sameTitle(one, task)))
    .map(({ title, description }, index): DraftTask => ({
      ...openTask,
      title,
      description,
      key: `${round}-${index}`,
    }))
  return [...kept, ...added]
}

/** Whether the task is chosen and does not exist yet. */
export const isToCreate = ({ isChosen, state }: DraftTask): boolean => isChosen && state !== 'created'

/** Whether closing the wizard would lose a person's work on the task: it was changed or left out, and does not exist yet. */
export const isUnsaved = ({ isEdited, isChosen, state }: DraftTask): boolean =>
  (isEdited || !isChosen) && state !== 'created'

/** Whether the server would accept the task. */
export const isComplete = ({ title, description }: GeneratedTask): boolean =>
  title.trim() !== '' &&
  description.trim() !== '' &&
  title.trim().length <= TASK_TITLE_MAX &&
  description.trim().length <= TASK_TEXT_MAX

/** Whether the project's task is the one that was sent. */
export const isSameTask = (one: GeneratedTask, other: GeneratedTask): boolean =>
  one.title.trim() === other.title.trim() && one.description.trim() === other.description.trim()
