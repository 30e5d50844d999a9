import type { ReputationRule } from '../contract/reputation.ts'

/** A project credits one person for at most this many tasks on a day (UTC). */
export const CREDITED_A_DAY = 20

/** What each line of somebody's reputation tells, beside its task. */
export const reputationRuleText: Readonly<Record<ReputationRule, string>> = {
  before: 'before evidence',
  completed: 'completed',
  reopened: 'taken back: reopened',
  reassigned: 'taken back: given to somebody else',
  deleted: 'taken back: deleted',
  restored: 'restored',
}
