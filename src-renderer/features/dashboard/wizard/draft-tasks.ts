import { fold } from '#shared/contract/fold.ts'
import { type GeneratedTask, TASK_TEXT_MAX, TASK_TITLE_MAX } from '#shared/contract/index.ts'

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
  /** The reward as it is typed; undefined while rewards are not spoken of. */
  reward?: string
}

const sameTitle = (one: GeneratedTask, other: GeneratedTask) => fold(one.title.trim()) === fold(other.title.trim())

const openTask = { isEdited: false, state: 'open', reason: '', isUncertain: false } as const

/** A task that a person adds by its title. */
export const ownTask = (title: string, key: string): DraftTask => ({
  ...openTask,
  key,
  title,
  description: '',
  isChosen: true,
  isEdited: true,
})

/**
 * Merges new suggestions with tasks that a person has worked on: edited, chosen, failed and created tasks stay, the
 * new ones replace the others. No suggestion is chosen before a person chooses it.
 */
export const mergeSuggestions = (
  before: readonly DraftTask[],
  suggested: readonly GeneratedTask[],
  round: string,
): DraftTask[] => {
  const kept = before.filter(({ isEdited, isChosen, state }) => isEdited || isChosen || state !== 'open')
  const added = suggested
    .filter((task) => !kept.some((one) => sameTitle(one, task)))
    .map((task, index): DraftTask => ({
      ...openTask,
      ...task,
      isChosen: false,
      key: `${round}-${index}`,
    }))
  return [...kept, ...added]
}

/** Whether the task is chosen and does not exist yet. */
export const isToCreate = ({ isChosen, state }: DraftTask): boolean => isChosen && state !== 'created'

/** Whether closing the wizard would lose a person's work on the task: it was changed or chosen, and does not exist yet. */
export const isUnsaved = ({ isEdited, isChosen, state }: DraftTask): boolean =>
  (isEdited || isChosen) && state !== 'created'

/** Whether the server would accept the task. */
export const isComplete = ({ title, description }: GeneratedTask): boolean =>
  title.trim() !== '' && title.trim().length <= TASK_TITLE_MAX && description.trim().length <= TASK_TEXT_MAX

/** The description that is sent: a task must have one, so that of a task without any is its title. */
type Texts = Pick<GeneratedTask, 'title' | 'description'>
export const sentDescription = ({ title, description }: Texts): string => description.trim() || title.trim()

/** Whether the project's task is the one that was sent. */
export const isSameTask = (one: Texts, other: Texts): boolean =>
  one.title.trim() === other.title.trim() && sentDescription(one) === sentDescription(other)
