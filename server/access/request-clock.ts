import { sql } from 'kysely'
import { requestStatus } from '#shared/rules/statuses.ts'

/** What the clock knows of a request, as `clockColumns` selects it. */
export type ClockRow = {
  answer_by: Date | null
  seen_at: Date | null
  prolonged_at: Date | null
  prolong_reason: string | null
}

/** When the request `r` of the project `p` is to be answered; null once it is, and while the clock of the project is stopped. */
export const answerBy = sql<Date | null>`case
  when r.status = ${sql.lit(requestStatus.pending)} and p.clock_stopped_at is null then r.answer_by end`
/** The columns of the request `r` of the project `p`. */
export const clockColumns = [answerBy.as('answer_by'), 'r.seen_at', 'r.prolonged_at', 'r.prolong_reason'] as const

/** The fields of an answer. */
export const clockOf = ({ answer_by, seen_at, prolonged_at, prolong_reason }: ClockRow) => ({
  answerBy: answer_by?.toISOString() ?? null,
  seenAt: seen_at?.toISOString() ?? null,
  prolonged: prolonged_at && { at: prolonged_at.toISOString(), reason: prolong_reason ?? '' },
})
