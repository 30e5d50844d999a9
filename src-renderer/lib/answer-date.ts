import type { ProjectListItem } from '#shared/contract/index.ts'
import { formatDate, relativeDays } from './format.ts'

const DAY_MS = 86_400_000
/** Below this many closed requests nothing is shown of how a project answers: it would be chance. */
const TELLING = 5

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
/** "5 December" in the device's time zone, with its year where that is not this one. */
export const answerDay = (iso: string, now: number): string => {
  const time = new Date(iso)
  return (time.getFullYear() === new Date(now).getFullYear() ? day : dayAndYear).format(time)
}

type RequestDates = { createdAt: string | null; answerBy: string | null }

/** "Applied 2 days ago · answer by 5 December"; null for a request without an answer date. */
export const answerLine = (did: string, { createdAt, answerBy }: RequestDates, now = Date.now()): string | null => {
  if (answerBy === null) return null
  const age = relativeDays(createdAt, now)
  return [age ? `${did} ${age.toLowerCase()}` : did, `answer by ${answerDay(answerBy, now)}`].join(' · ')
}

/** "answer by 5 December". */
export const answerByText = (answerBy: string, now = Date.now()): string => `answer by ${answerDay(answerBy, now)}`

/** A day beside an answer date: in its words, so that a row has one language of dates; without an answer date as dates are anywhere. */
export const dayBeside = (answerBy: string | null, iso: string | null | undefined, now = Date.now()): string | null =>
  answerBy === null || !iso ? formatDate(iso) : answerDay(iso, now)

/** "Applied on 25 November · answer by 9 December"; once it is answered "Applied on Nov 25, 2026". */
export const appliedLine = ({ createdAt, answerBy }: RequestDates, now = Date.now()): string => {
  const day = dayBeside(answerBy, createdAt, now)
  return [day ? `Applied on ${day}` : 'Applied', ...(answerBy === null ? [] : [answerByText(answerBy, now)])].join(
    ' · ',
  )
}

/** Whether a request is to be answered within a day. */
export const isDueSoon = (answerBy: string | null, now = Date.now()): boolean =>
  answerBy !== null && Date.parse(answerBy) - now <= DAY_MS

const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

type AnswerFacts = Pick<ProjectListItem, 'answersWithinDays' | 'applicationsPaused' | 'answers'>

/** "answered 92 % of 24", or "answered all 24", the applications that were closed; null where there are too few. */
export const answeredText = (answers: ProjectListItem['answers'] | undefined): string | null =>
  !answers || answers.closed < TELLING
    ? null
    : answers.answered === answers.closed
      ? `answered all ${answers.closed}`
      : // The specification writes this sentence with a space.
        `answered ${Math.round((answers.answered / answers.closed) * 100)} % of ${answers.closed}`

/** What people may expect who apply: "Answers within 3 days · answered 92 % of 24", or "New here". */
export const answersText = ({ answersWithinDays, applicationsPaused, answers }: AnswerFacts): string => {
  if (applicationsPaused) return 'Not taking applications right now'
  const answered = answeredText(answers)
  return answered === null ? 'New here' : `Answers within ${daysText(answersWithinDays)} · ${answered}`
}

/** "Usually answers within 2 days", by the median; null where there are too few. */
export const medianText = ({ applicationsPaused, answers }: AnswerFacts): string | null => {
  if (applicationsPaused || !answers || answers.closed < TELLING || answers.medianHours === null) return null
  const days = Math.max(1, Math.ceil(answers.medianHours / 24))
  return `Usually answers within ${days === 1 ? 'a day' : daysText(days)}`
}
