import { type GeneratedTask, TASK_TEXT_MAX, TASK_TITLE_MAX } from '../../../../shared/contract/index.ts'

/** A suggested task on its way into the project. */
export type DraftTask = GeneratedTask & {
  key: string
  isChosen: boolean
  isEdited: boolean
  state: 'open' | 'creating' | 'created' | 'failed'
  /** Why it failed, in the server's words; empty when there are none. */
  reason: string
  /** No answer came: the task may be there all the same. */
  isUncertain: boolean
}

const sameTitle = (one: GeneratedTask, other: GeneratedTask) =>
  one.title.trim().toLowerCase() === other.title.trim().toLowerCase()

/** New suggestions beside what a person has already worked on: edited, unticked, failed and created tasks stay, the rest makes room. */
export const mergeSuggestions = (
  before: readonly DraftTask[],
  suggested: readonly GeneratedTask[],
  round: string,
): DraftTask[] => {
  const kept = before.filter(({ isEdited, isChosen, state }) => isEdited || !isChosen || state !== 'open')
  const added = suggested
    .filter((task) => !kept.some((one) => sameTitle(one, task)))
    .map(({ title, description }, index): DraftTask => ({
      title,
      description,
      key: `${round}-${index}`,
      isChosen: true,
      isEdited: false,
      state: 'open',
      reason: '',
      isUncertain: false,
    }))
  return [...kept, ...added]
}

/** Chosen, and not there yet. */
export const isToCreate = ({ isChosen, state }: DraftTask): boolean => isChosen && state !== 'created'

/** Changed or left out by hand, and not there yet: closing the wizard would lose it. */
export const isUnsaved = ({ isEdited, isChosen, state }: DraftTask): boolean =>
  (isEdited || !isChosen) && state !== 'created'

/** Whether the server would take the task. */
export const isComplete = ({ title, description }: GeneratedTask): boolean =>
  title.trim() !== '' &&
  description.trim() !== '' &&
  title.trim().length <= TASK_TITLE_MAX &&
  description.trim().length <= TASK_TEXT_MAX

/** Whether a task of the project is the one that was sent. */
export const isSameTask = (one: GeneratedTask, other: GeneratedTask): boolean =>
  one.title.trim() === other.title.trim() && one.description.trim() === other.description.trim()
