import { oneLine } from '#shared/contract/common.ts'
import { fold } from '#shared/contract/fold.ts'
import { STAGE_NAME_MAX, STAGES_MAX } from '#shared/contract/stages.ts'
import { cut } from '../cut.ts'
import { taskStatus, taskStatusLabel } from '../statuses.ts'
import type { DraftTask } from './drafts.ts'
import { readStatus } from './words/statuses.ts'

/** A column of a board: its name, and the status of its tasks. */
export type StageName = { name: string; status: number }

/** What is known of the columns of the project. */
export type StagesHere = {
  existing: readonly StageName[]
  /** The statuses in which the project has tasks, which stay in a column of their own. */
  busy: readonly number[]
}
export type StagePlan = {
  /** The stages that the project is to get, behind those it has. */
  added: StageName[]
  /** The stage of a task; null for the first of its status, or none. */
  stageOf: (draft: DraftTask) => string | null
}
type StatusOf = (draft: DraftTask) => number

const key = (name: string): string => fold(name.trim())
const divided: readonly number[] = [
  taskStatus.assigned,
  taskStatus.inProgress,
  taskStatus.underReview,
  taskStatus.completed,
]

/** The statuses that have a list which is no known word for one: all their lists become stages. */
const statusesOfLists = (kept: readonly DraftTask[], statusOf: StatusOf, ofList: StatusOf): ReadonlySet<number> =>
  new Set(
    kept
      .filter(
        (draft) => draft.status !== '' && statusOf(draft) === ofList(draft) && readStatus(draft.status) === undefined,
      )
      .map(statusOf)
      .filter((status) => divided.includes(status)),
  )

/** The stages that the lists of a file become, and those of an export. `ofList` is what a list's tasks are that nothing else has finished. */
export const planStages = (
  kept: readonly DraftTask[],
  { existing, busy }: StagesHere,
  statusOf: StatusOf,
  ofList: StatusOf,
  exported: readonly StageName[] = [],
): StagePlan => {
  const byName = new Map(existing.map((stage) => [key(stage.name), stage]))
  const added: StageName[] = []
  const add = (stage: StageName): void => {
    const isNew = !byName.has(key(stage.name))
    if (!isNew || byName.size >= STAGES_MAX || !divided.includes(stage.status)) return
    byName.set(key(stage.name), stage)
    added.push(stage)
  }
  const lists = statusesOfLists(kept, statusOf, ofList)
  const nameOf = (draft: DraftTask): string | null => {
    const name = draft.ownStage ?? (statusOf(draft) === ofList(draft) ? draft.status : '')
    return cut(oneLine(name), STAGE_NAME_MAX) || null
  }
  const isWanted = (draft: DraftTask): boolean => draft.ownStage !== null || lists.has(statusOf(draft))
  const wanted = kept.filter(isWanted)
  for (const status of new Set(wanted.map(statusOf)))
    if (busy.includes(status) && !existing.some((stage) => stage.status === status))
      add({ name: taskStatusLabel(status), status })
  if (wanted.some(({ ownStage }) => ownStage !== null)) for (const stage of exported) add(stage)
  for (const draft of wanted) {
    const name = nameOf(draft)
    if (name !== null) add({ name, status: statusOf(draft) })
  }
  const stageOf = (draft: DraftTask): string | null => {
    const found = byName.get(key(nameOf(draft) ?? ''))
    return found?.status === statusOf(draft) ? found.name : null
  }
  return { added, stageOf }
}
