import type { Pagination, ReputationLine } from '#shared/contract/index.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { CREDITED_A_DAY } from '#shared/rules/reputation.ts'
import { tierOfLevel } from '#shared/rules/tiers.ts'
import { holdMembers } from '#server/access/locks.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { tell } from '../notifications/service.ts'
import { requirePerson } from '../people/service.ts'
import * as repository from './repository.ts'
import type { NewLine } from './repository.ts'

export type { NewLine } from './repository.ts'

/** Why a task that becomes Completed gives its assignee nothing; null when it gives. */
export type WhyNoCredit = 'stranger' | 'owner' | 'limit' | null

const startOfDay = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))

/**
 * Why a project may not credit a task to its assignee today (UTC), if so. Locks their membership until the transaction
 * ends, so that parallel completions do not exceed the day's limit; call it before the task is written.
 */
export const whyNoCredit = async (
  tx: Tx,
  now: Date,
  { projectID, userID, taskID }: { projectID: string; userID: string; taskID: string },
): Promise<WhyNoCredit> => {
  const role = (await holdMembers(tx, projectID, [userID])).get(userID)
  // The guest of the task is no member; their work counts as a member's does.
  if (role === undefined && !(await repository.isGuestOf(tx, taskID, userID))) return 'stranger'
  if (role === 'owner') return 'owner'
  const credited = await repository.countCredited(tx, { projectID, userID, taskID, since: startOfDay(now) })
  return credited >= CREDITED_A_DAY ? 'limit' : null
}

/**
 * Changes people's reputation, in the transaction of the cause. The only way to change it. People are updated in one
 * order, so that two changes never deadlock.
 */
export const addLines = async (tx: Tx, now: Date, lines: readonly NewLine[]): Promise<void> => {
  for (const line of [...lines].sort((a, b) => (a.userID < b.userID ? -1 : 1))) await repository.addLine(tx, line, now)
}

const TOLD_AT_ONCE = 100
/** Tells people whose tier fell by the rule about creators, once, however late. */
export const tellOfFalls = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  while (await repository.hasFalls(db)) {
    const count = await withTx(db, async (tx) => {
      const falls = await repository.takeFalls(tx, TOLD_AT_ONCE)
      for (const { user_id: subjectID, from_level, to_level } of falls) {
        const data = { from: tierOfLevel(from_level), to: tierOfLevel(to_level) }
        await tell(tx, clock.now(), { kind: 'account.tierFell', actorID: null, subjectID, data })
      }
      return falls.length
    })
    // Another process tells the others.
    if (count === 0) return
  }
}

/** A page of a person's reputation lines, as far as the viewer (null: anybody) may see them. Errors: 404. */
const listLines = async (
  { db }: Pick<AppDeps, 'db'>,
  viewer: Viewer | null,
  { params: { username }, query: pages }: Input<'reputation.lines'>,
): Promise<{ data: ReputationLine[]; pagination: Pagination }> => {
  const { id } = await requirePerson(db, username)
  const { rows, total } = await repository.findLines(db, id, viewer?.userID ?? null, pages)
  const data = rows.map((row) => ({
    id: row.id,
    rule: row.rule,
    amount: row.delta,
    createdAt: row.created_at.toISOString(),
    project:
      row.project_id !== null && row.project_title !== null ? { id: row.project_id, title: row.project_title } : null,
    task:
      row.task_id !== null && row.task_number !== null
        ? { id: row.task_id, taskId: String(row.task_number), title: row.task_title ?? '' }
        : null,
  }))
  return { data, pagination: paginationOf(pages, total) }
}

export const reputation = { lines: listLines }

export { countPeople, type Difference, findDifferences } from './repository.ts'
