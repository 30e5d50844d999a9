import { fold } from '#shared/contract/fold.ts'
import type { Stage, Task } from '#shared/contract/index.ts'
import { firstStageOf, stageOf } from '#shared/rules/stages.ts'
import { taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'

/** A stage as it is sent; a new one has no number yet. */
export type SentStage = Omit<Stage, 'id'> & { id?: number }
export type StageDraft = Pick<Stage, 'name' | 'status' | 'limit'>

/** Why a stage cannot have this name; null when it can. */
export const whyNotName = (stages: readonly Stage[], typed: string, id?: number): string | null => {
  const name = fold(typed.trim())
  if (name === '') return 'A stage needs a name.'
  return stages.some((stage) => stage.id !== id && fold(stage.name) === name)
    ? 'There is a stage of this name already.'
    : null
}

export const withStage = (stages: readonly Stage[], draft: StageDraft): readonly SentStage[] => [...stages, draft]
export const withoutStage = (stages: readonly Stage[], id: number): readonly SentStage[] =>
  stages.filter((stage) => stage.id !== id)
export const withChange = (stages: readonly Stage[], id: number, change: Partial<StageDraft>): readonly SentStage[] =>
  stages.map((stage) => (stage.id === id ? { ...stage, ...change } : stage))

/** The stage beside another one, whose status it takes. */
export const withPlace = (
  stages: readonly Stage[],
  id: number,
  { besideID, side }: { besideID: number; side: 'left' | 'right' },
): readonly SentStage[] => {
  const stage = stages.find((one) => one.id === id)
  const beside = stages.find((one) => one.id === besideID)
  if (!stage || !beside || stage === beside) return stages
  const others = stages.filter((one) => one !== stage)
  const at = others.indexOf(beside) + (side === 'right' ? 1 : 0)
  return others.toSpliced(at, 0, { ...stage, status: beside.status })
}

/** The next stage of the same status to the left (-1) or to the right (1); undefined where the stage is at the end. */
export const neighbourOf = (stages: readonly Stage[], id: number, step: 1 | -1): Stage | undefined => {
  const own = stages.filter(({ status }) => status === stages.find((one) => one.id === id)?.status)
  return own[own.findIndex((one) => one.id === id) + step]
}

/** The number of tasks that are in the stage. */
export const countIn = (stages: readonly Stage[], { id }: Stage, tasks: readonly Task[]): number =>
  tasks.filter((task) => stageOf(stages, task)?.id === id).length

/** Where the tasks of a stage go when it is deleted: the first of the other stages of its status, or the status itself. */
export const heirOf = (stages: readonly Stage[], { id, status }: Stage): string =>
  firstStageOf(
    stages.filter((stage) => stage.id !== id),
    status,
  )?.name ?? taskStatusLabel(status)

/** The number is null where nobody could tell it. */
const tasksText = (count: number | null) =>
  count === null ? 'Its tasks move' : count === 1 ? 'Its task moves' : `Its ${count} tasks move`
/** What becomes of the tasks of a stage that gets another status. */
export const turnText = (count: number | null, status: number): string => {
  if (count === 0) return 'It has no tasks.'
  const credit = status === taskStatus.completed ? ' Those who did them get their reputation.' : ''
  return `${tasksText(count)} to ${taskStatusLabel(status)}, each as if you had moved it.${credit}`
}
/** What becomes of the tasks of a stage that is deleted. */
export const removalText = (count: number | null, heir: string): string =>
  count === 0 ? 'It has no tasks.' : `${tasksText(count)} to ${heir}.`
/** Said of a stage that somebody else has deleted while one was about to change it. */
export const goneText = ({ name }: Pick<Stage, 'name'>): string => `${name} is gone: somebody has deleted this stage.`
