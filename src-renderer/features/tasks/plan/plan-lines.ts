import { SUGGESTED_TASKS } from '../../../../shared/contract/ai.ts'
import { type GeneratedTask, SUGGESTED_TASKS_MAX } from '../../../../shared/contract/index.ts'

/** A line of a plan: a task that may be created. */
export type PlanLine = GeneratedTask & {
  key: string
  isChosen: boolean
  /** Somebody has written it, or changed its words. */
  isOwn: boolean
}

const folded = (title: string) => title.trim().replace(/\s+/gu, ' ').toLowerCase()

/** Whether a new round of suggestions leaves the line as it is. */
export const isKept = ({ isChosen, isOwn }: PlanLine): boolean => isChosen || isOwn

/**
 * The plan after a new round: kept lines stay untouched and in their order, the others make room for suggestions that are
 * neither among them nor thrown away before.
 */
export const mergePlan = (
  before: readonly PlanLine[],
  suggested: readonly GeneratedTask[],
  thrown: readonly string[],
  round: string,
): PlanLine[] => {
  const kept = before.filter(isKept)
  const known = new Set([...kept.map(({ title }) => title), ...thrown].map(folded))
  const added = suggested
    .filter(({ title }) => !known.has(folded(title)))
    .slice(0, SUGGESTED_TASKS)
    .map(({ title, description }, at) => ({ key: `${round} ${at}`, title, description, isChosen: true, isOwn: false }))
  return [...kept, ...added]
}

/** How many suggestions to ask for, so that enough are left without the ones that are known. */
export const countToAsk = (lines: readonly PlanLine[], thrown: readonly string[]): number =>
  Math.min(SUGGESTED_TASKS_MAX, SUGGESTED_TASKS + lines.filter(isKept).length + thrown.length)

/** The chosen lines as tasks. A line without a description gets its title as one, because a task must have one. */
export const chosenTasks = (lines: readonly PlanLine[], status: number) =>
  lines
    .filter(({ isChosen }) => isChosen)
    .map(({ title, description }) => ({ title: title.trim(), description: description.trim() || title.trim(), status }))
