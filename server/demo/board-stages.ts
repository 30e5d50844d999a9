import { taskStatus } from '#shared/rules/statuses.ts'
import type { EventStage } from '#shared/contract/events/event.ts'
import type { NewEvent } from '../events/record.ts'
import type { Stage } from './stage.ts'

const { assigned, inProgress, underReview, completed } = taskStatus

/** The project whose board has columns of its own. */
const PROJECT = 'Plain-language guide to tenants’ rights'
const columns = [
  { id: 1, name: 'Ideas', status: assigned, card_limit: null },
  { id: 2, name: 'Outlined', status: assigned, card_limit: 4 },
  // Fewer than there are tasks, so that the board shows a column beyond its limit.
  { id: 3, name: 'Writing', status: inProgress, card_limit: 1 },
  { id: 4, name: 'Test readers', status: inProgress, card_limit: 3 },
  { id: 5, name: 'Legal check', status: underReview, card_limit: 2 },
  { id: 6, name: 'Proofreading', status: underReview, card_limit: null },
  { id: 7, name: 'Printed', status: completed, card_limit: null },
]
/** The highest stage number of the project. */
export const LAST_STAGE = columns.length

/** Which of the tasks of a status are in its first stage: two of three. */
const isFirst = (place: number): boolean => place % 3 !== 2

/** Gives one project stages, and its tasks a place in them. */
export const addBoardStages = (stage: Stage): void => {
  const project_id = stage.projects.find(({ title }) => title === PROJECT)?.id
  if (!project_id) throw new Error(`The demo world has no project '${PROJECT}'.`)
  stage.boardStages.push(...columns.map((column, place) => ({ project_id, place, ...column })))
  const counts = new Map<number, number>()
  for (const task of stage.tasks.filter((one) => one.project_id === project_id)) {
    const { status = assigned } = task
    const place = counts.get(status) ?? 0
    counts.set(status, place + 1)
    const own = columns.filter((column) => column.status === status)
    task.stage_id = (own[isFirst(place) ? 0 : 1] ?? own[0])?.id ?? null
  }
}

/** The stage that an event names which brings a task to this status; no field where the project has no stages. */
export const stageTold = (stage: Stage, task: Stage['tasks'][number], status: number): { stage?: EventStage } => {
  const own = stage.boardStages.filter((one) => one.project_id === task.project_id && one.status === status)
  const named = status === task.status ? own.find(({ id }) => id === task.stage_id) : undefined
  const { id, name } = named ?? own[0] ?? {}
  return id && name ? { stage: { id: Number(id), name } } : {}
}

/** The event of the list, which the project has had since it began. */
export const stagesEvents = (stage: Stage): Array<{ at: Date; event: NewEvent }> =>
  stage.projects
    .filter(({ id }) => stage.boardStages.some(({ project_id }) => project_id === id))
    .map(({ id = '', created_by, created_at }) => {
      const stages = columns.map(({ id: number, name, status }) => ({ id: number, name, status }))
      const data = { version: 1, stages }
      return {
        at: created_at as Date,
        event: { kind: 'project.stages', actorID: created_by ?? null, projectID: id, data },
      }
    })
