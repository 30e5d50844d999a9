import type { Task } from '#shared/contract/index.ts'
import type { AllFields } from '#shared/rules/task-fields.ts'

/** What an act has done to one task: `after` is null for a task that it deleted. */
export type Change = {
  before: Task
  after: Task | null
  /** The fields that were changed; none where the task was only put to another place of its column. */
  fields: ReadonlyArray<keyof AllFields>
}

/** A change with the places in the log at which it was written. */
export type LoggedChange = Change & { versionsAt: number; ranksAt: number }
/**
 * An act that can be undone. `changes` is pending during its call, and null when the call has failed; `whyNot` says why
 * it cannot be undone.
 */
export type Act = {
  at: number
  changes: Promise<readonly LoggedChange[] | null>
  whyNot: string | null
  /** Takes an act back that changed no field of a task. */
  takeBack?: () => Promise<void>
}

export const ACTS_MAX = 20
export const ACT_MINUTES = 10

let acts: readonly Act[] = []
/** What we have written ourselves, by task: from which version to which, and from which place to which. */
let versions = new Map<string, Array<readonly [from: number, to: number]>>()
let ranks = new Map<string, Array<readonly [from: string, to: string]>>()

const logOf = <T>(log: Map<string, T[]>, id: string): T[] => {
  const found = log.get(id) ?? []
  log.set(id, found)
  return found
}

/** Notes a version that we have written: an act on it stays one of ours. */
export const noteVersion = ({ id, version }: Pick<Task, 'id' | 'version'>): void => {
  if (version !== undefined) logOf(versions, id).push([version - 1, version])
}
/** Notes that we have put a task to another place. */
export const notePlace = (before: Task, after: Task): void => {
  if (before.rank !== undefined && after.rank !== undefined) logOf(ranks, after.id).push([before.rank, after.rank])
}

const follow = <T>(log: ReadonlyArray<readonly [from: T, to: T]>, from: T): T =>
  log.reduce((now, [before, after]) => (before === now ? after : now), from)
/**
 * The task's version if nobody else has changed it since: our own later changes, and our undos, do not count as
 * somebody else's.
 */
export const ownVersion = ({ after, versionsAt }: LoggedChange): number | undefined =>
  after?.version === undefined ? undefined : follow(logOf(versions, after.id).slice(versionsAt), after.version)
/** The same for its place. */
export const ownRank = ({ after, ranksAt }: LoggedChange): string | undefined =>
  after?.rank === undefined ? undefined : follow(logOf(ranks, after.id).slice(ranksAt), after.rank)

/** The stage that a task names; null for the first one of its status. */
export const stageIn = ({ stageID = null }: Pick<Task, 'stageID'>): number | null => stageID

const log = (change: Change): LoggedChange => {
  const { before, after, fields } = change
  if (!after) noteVersion({ id: before.id, version: (before.version ?? 0) + 1 })
  else if (fields.length > 0 || stageIn(before) !== stageIn(after)) noteVersion(after)
  if (after && (fields.length === 0 || before.status !== after.status)) notePlace(before, after)
  return {
    ...change,
    versionsAt: versions.get(before.id)?.length ?? 0,
    ranksAt: ranks.get(before.id)?.length ?? 0,
  }
}

const NO_WAY_BACK = 'A finished review can’t be undone.'
/** Whether the act has answered or withdrawn what was handed in: people have read that, so it stays. */
const hasEndedReview = ({ before, after }: Change): boolean =>
  after !== null && typeof before.openRound === 'number' && (after.openRound ?? null) !== before.openRound

/**
 * Remembers an act from its press on, so that an undo pressed at once means this act and no earlier one. `done` reports
 * what it changed, `failed` that it changed nothing. On a host that keeps no ranks of tasks an act has no undo and is
 * not remembered.
 */
export const beginAct = (now = Date.now()) => {
  let resolve: (changes: readonly LoggedChange[] | null) => void = () => undefined
  const promise = new Promise<readonly LoggedChange[] | null>((settle) => {
    resolve = settle
  })
  const act: Act = { at: now, changes: promise, whyNot: null }
  acts = [...acts, act].slice(-ACTS_MAX)
  const drop = () => {
    acts = acts.filter((one) => one !== act)
    resolve(null)
  }
  return {
    /** Whether the act can be taken back. */
    done: (changes: readonly Change[]): boolean => {
      const real = changes.filter(({ before, after }) => before.rank !== undefined || after?.rank !== undefined)
      const logged = real.map(log)
      const kept = logged.filter((change) => !hasEndedReview(change))
      if (real.length === 0) {
        drop()
        return false
      }
      if (kept.length === 0) act.whyNot = NO_WAY_BACK
      resolve(kept)
      return kept.length > 0
    },
    failed: drop,
  }
}

/** Remembers an act that has changed no field of a task, with what takes it back. */
export const keepOwnAct = (takeBack: () => Promise<void>, now = Date.now()): void =>
  keepAct({ at: now, changes: Promise.resolve([]), whyNot: null, takeBack })

/** Whether the last act can be taken back, as far as is known; one under way may still fail. */
export const hasWayBack = (): boolean => acts.at(-1)?.whyNot === null

/** Takes the last act of the last 10 minutes out of the list; undefined when there is none. */
export const takeAct = (now = Date.now()): Act | undefined => {
  acts = acts.filter(({ at }) => now - at < ACT_MINUTES * 60_000)
  const last = acts.at(-1)
  acts = acts.slice(0, -1)
  return last
}

/** Puts an act back whose undo did not reach the server. */
export const keepAct = (act: Act): void => {
  acts = [...acts, act].slice(-ACTS_MAX)
}

/** Forgets all acts, when somebody else signs in. */
export const forgetActs = (): void => {
  acts = []
  versions = new Map()
  ranks = new Map()
}
