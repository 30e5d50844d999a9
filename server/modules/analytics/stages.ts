import type { TimeInStage } from '#shared/contract/analytics.ts'
import { firstStageOf } from '#shared/rules/stages.ts'
import { boardStatuses } from '#shared/rules/statuses.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { findStageLists, findTimeInStages, type StageLife, type StageListRow } from './stages-repository.ts'

type Listed = StageListRow['stages'][number]

/**
 * Where tasks were between the changes of a project's stages: those of a stage in it, until it is removed or gets another
 * status, and then in the first stage of its status; those that name none in the first of their status, if it has one.
 */
const livesOf = (lists: readonly StageListRow[]): StageLife[] => {
  const lives: StageLife[] = []
  const stages = new Map<number, { status: number; starts: string }>()
  const firsts = new Map(boardStatuses.map((status) => [status, { id: null as number | null, starts: '-infinity' }]))
  const end = (ends: string, after: readonly Listed[] | null) => {
    for (const [stage, { status, starts }] of stages) {
      if (after?.some((one) => one.id === stage && one.status === status)) continue
      const next = firstStageOf(after ?? [], status)?.id ?? null
      lives.push({ stage, status, starts, ends, next, isPassed: false })
      stages.delete(stage)
    }
    for (const [status, { id, starts }] of firsts) {
      const first = firstStageOf(after ?? [], status)?.id ?? null
      if (after && first === id) continue
      lives.push({ stage: null, status, starts, ends, next: id ?? first, isPassed: id !== null })
      firsts.set(status, { id: first, starts: ends })
    }
  }
  let last = 0
  for (const { at, stages: list } of lists) {
    // The clocks of two processes may differ a little.
    last = Math.max(last, at.getTime())
    const moment = new Date(last).toISOString()
    end(moment, list)
    for (const { id, status } of list) if (!stages.has(id)) stages.set(id, { status, starts: moment })
  }
  end('infinity', null)
  return lives
}

/** Each stage that the project has, in their order, and then those that it had, newest first, as they were. */
const stagesEver = (lists: readonly StageListRow[]): Array<Listed & { isRemoved: boolean }> => {
  const found = new Map<number, Listed & { isRemoved: boolean }>()
  for (const [index, { stages }] of [...lists].reverse().entries())
    for (const stage of stages) if (!found.has(stage.id)) found.set(stage.id, { ...stage, isRemoved: index > 0 })
  return [...found.values()]
}

/** The time in each stage from `start` on and before `end`; undefined for a project that never had any. */
export const timeInStages = async (
  db: DbOrTx,
  projectID: string,
  time: { start: Date; end: Date },
): Promise<TimeInStage[] | undefined> => {
  const lists = await findStageLists(db, projectID)
  if (lists.every(({ stages }) => stages.length === 0)) return undefined
  const rows = await findTimeInStages(db, projectID, livesOf(lists), time)
  return stagesEver(lists).flatMap(({ id, name, status, isRemoved }): TimeInStage[] => {
    const row = rows.find((one) => one.id === id)
    if (!row && isRemoved) return []
    const { tasks = 0, hours = 0, median_hours: medianHours = null, p85_hours: p85Hours = null } = row ?? {}
    return [{ id, name, status, isRemoved, tasks, hours, medianHours, p85Hours }]
  })
}
