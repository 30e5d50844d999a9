import { fold } from '#shared/contract/fold.ts'
import { SUGGESTED_TASKS } from '#shared/contract/ai.ts'
import { type GeneratedTask, SUGGESTED_TASKS_MAX } from '#shared/contract/index.ts'
import { offerOf } from '#parts/rewards/offer-of.ts'

/** A line of a plan: a task that may be created. */
export type PlanLine = GeneratedTask & {
  key: string
  isChosen: boolean
  /** Somebody has written it, or changed its words. */
  isOwn: boolean
  /** The reward as it is typed; undefined while rewards are not spoken of. */
  reward?: string
}

const folded = (title: string) => fold(title.trim().replace(/\s+/gu, ' '))

/** The plan after a new round: all lines stay in their order, and what is neither among them nor thrown away joins them unticked. */
export const mergePlan = (
  before: readonly PlanLine[],
  suggested: readonly GeneratedTask[],
  thrown: readonly string[],
  round: string,
): PlanLine[] => {
  const known = new Set([...before.map(({ title }) => title), ...thrown].map(folded))
  const added = suggested
    .filter(({ title }) => !known.has(folded(title)))
    .slice(0, SUGGESTED_TASKS)
    .map((task, at) => ({ ...task, key: `${round} ${at}`, isChosen: false, isOwn: false }))
  return [...before, ...added]
}

/** How many suggestions to ask for, so that enough are left without the ones that are known. */
export const countToAsk = (lines: readonly PlanLine[], thrown: readonly string[]): number =>
  Math.min(SUGGESTED_TASKS_MAX, SUGGESTED_TASKS + lines.length + thrown.length)

const offerPart = (reward: string | undefined, currency: string) => {
  const offer = offerOf(reward, currency)
  return offer ? { offer } : {}
}

/** The chosen lines as tasks. A line without a description gets its title as one, because a task must have one. */
export const chosenTasks = (lines: readonly PlanLine[], status: number, currency: string) =>
  lines
    .filter(({ isChosen }) => isChosen)
    .map(({ title, description, doneWhen, estimateHours, reward }) => ({
      title: title.trim(),
      description: description.trim() || title.trim(),
      status,
      ...(doneWhen && { doneWhen: doneWhen.map((text) => ({ text, isDone: false })) }),
      ...(estimateHours !== undefined && { estimateHours }),
      ...offerPart(reward, currency),
    }))
