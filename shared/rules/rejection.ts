import type { Decision, Rejection, RejectionReason } from '../contract/index.ts'
import { beginningOf, type RequestKind } from './membership.ts'
import { personText } from './person.ts'

/** The words of each reason. */
export const rejectionReasonText: Readonly<Record<RejectionReason, string>> = {
  otherChosen: 'Somebody else was chosen',
  skills: 'Skills do not match',
  time: 'Not enough time',
  projectChanged: 'The project has changed',
  other: 'Other',
}

/** What a rejection says, from the columns that keep it; null where it says nothing. */
export const rejectionOf = (row: {
  reject_reason: RejectionReason | null
  reject_text: string | null
}): Rejection | null =>
  row.reject_reason === null && row.reject_text === null
    ? null
    : { reason: row.reject_reason, text: row.reject_text ?? '' }

/** The reason as the applicant reads it; null where none was given, or where 'Other' says nothing by itself. */
export const reasonLine = ({ reason }: Rejection): string | null =>
  reason === null || reason === 'other' ? null : rejectionReasonText[reason]

/** What became of a request and by whom, as a sentence: 'kofi has approved this application.' */
export const decisionText = (kind: RequestKind, { outcome, by }: Pick<Decision, 'outcome' | 'by'>): string => {
  const request = beginningOf(kind)
  if (outcome === 'withdrawn') return `This ${request} was withdrawn.`
  if (outcome === 'expired') return `This ${request} was closed, because nobody answered in time.`
  return `${by ? personText(by) : 'Somebody'} has ${outcome} this ${request}.`
}
