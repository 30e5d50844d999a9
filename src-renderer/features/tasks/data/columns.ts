import type { ProjectRole, Stage, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { firstStageOf, stageOf } from '#shared/rules/stages.ts'
import { boardStatuses, taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { ONLY_MANAGERS_REOPEN, whyNotStatus } from './task-rules.ts'

/** Where a task is moved: a status, and a stage of it; without one the first of the status, at its top. */
export type Destination = { status: number; stageID?: number }

/** A column of the board: a stage, or a whole status that has none. */
export type TaskColumn = { id: string; status: number; stage: Stage | null; title: string }

const idOf = (status: number, stage: Stage | undefined): string => (stage ? `stage-${stage.id}` : String(status))

/** The columns of the board from the left: the stages of each status in their order, or the status itself. */
export const columnsOf = (stages: readonly Stage[]): readonly TaskColumn[] =>
  boardStatuses.flatMap((status): TaskColumn[] => {
    const own = stages.filter((stage) => stage.status === status)
    if (own.length === 0) return [{ id: idOf(status, undefined), status, stage: null, title: taskStatusLabel(status) }]
    return own.map((stage) => ({ id: idOf(status, stage), status, stage, title: stage.name }))
  })

/** The ID of the column in which a task is. */
export const columnIDOf = (stages: readonly Stage[], task: Pick<Task, 'status' | 'stageID'>): string =>
  idOf(task.status, stageOf(stages, task))

/** What a task is moved to when it goes to this column. */
export const destinationOf = ({ status, stage }: Pick<TaskColumn, 'status' | 'stage'>): Destination => ({
  status,
  ...(stage && { stageID: stage.id }),
})

/** The name of the place in which a task is: its stage's, or its status's. */
export const placeName = (stages: readonly Stage[], task: Pick<Task, 'status' | 'stageID'>): string =>
  stageOf(stages, task)?.name ?? taskStatusLabel(task.status)

/** Whether a task is in another column than it would be at this destination. */
export const isElsewhere = (
  stages: readonly Stage[],
  task: Pick<Task, 'status' | 'stageID'>,
  { status, stageID }: Destination,
): boolean => task.status !== status || (stageID !== undefined && stageOf(stages, task)?.id !== stageID)

/** The reason why this role may not move the task to that column; null when it may. */
export const whyNotColumn = (
  role: ProjectRole,
  stages: readonly Stage[],
  task: Pick<Task, 'status' | 'stageID'>,
  column: Pick<TaskColumn, 'id' | 'status'>,
): string | null => {
  const isWithinCompleted = task.status === taskStatus.completed && column.status === task.status
  if (isWithinCompleted && !isManager(role) && columnIDOf(stages, task) !== column.id) return ONLY_MANAGERS_REOPEN
  return whyNotStatus(role, task.status, column.status)
}

/** The word of a stage's status, where its name says something else. */
export const wordBeside = ({ stage, status }: Pick<TaskColumn, 'stage' | 'status'>): string | undefined => {
  const word = taskStatusLabel(status)
  return stage && stage.name !== word ? word : undefined
}

/** The number of a task's stage as forms have it: null for the first one of its status. */
export const stageInForm = (stages: readonly Stage[], task: Pick<Task, 'status' | 'stageID'>): number | null => {
  const stage = stageOf(stages, task)
  return !stage || stage === firstStageOf(stages, task.status) ? null : stage.id
}
