import { expect, test } from 'vitest'
import { answerByText, answerLine, appliedLine, answersText, isDueSoon, medianText } from './answer-date.ts'

const now = new Date(2026, 10, 23, 12).getTime()
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()

test('[CLOCK-15] the applicant reads when they applied and by when to expect an answer, in their own time zone', () => {
  const answerBy = new Date(2026, 11, 5, 23, 30).toISOString()
  expect(answerLine('Applied', { createdAt: inDays(-2), answerBy }, now)).toBe(
    'Applied 2 days ago · answer by 5 December',
  )
  expect(answerLine('Applied', { createdAt: inDays(-0.1), answerBy }, now)).toBe('Applied today · answer by 5 December')
  expect(answerLine('Invited', { createdAt: null, answerBy: new Date(2027, 0, 2).toISOString() }, now)).toBe(
    'Invited · answer by 2 January 2027',
  )
  expect(answerLine('Applied', { createdAt: inDays(-2), answerBy: null }, now)).toBeNull()
  expect(answerByText(answerBy, now)).toBe('answer by 5 December')
})

test('[CLOCK-15] a row with an answer date has one language of dates', () => {
  const dates = { createdAt: new Date(2026, 10, 21).toISOString(), answerBy: new Date(2026, 11, 5).toISOString() }
  expect(appliedLine(dates, now)).toBe('Applied on 21 November · answer by 5 December')
  expect(appliedLine({ ...dates, answerBy: null }, now)).toBe('Applied on Nov 21, 2026')
  expect(appliedLine({ createdAt: null, answerBy: dates.answerBy }, now)).toBe('Applied · answer by 5 December')
})

test('[CLOCK-16] a request is due soon on its last day', () => {
  expect([null, inDays(1.1), inDays(1), inDays(-1)].map((time) => isDueSoon(time, now))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('[CLOCK-12] [CLOCK-13] from five closed requests on a project says how it answers', () => {
  const project = { answersWithinDays: 3, applicationsPaused: false }
  const answers = { closed: 24, answered: 22, medianHours: 30 }
  expect(answersText({ ...project, answers })).toBe('Answers within 3 days · answered 92 % of 24')
  expect(medianText({ ...project, answers })).toBe('Usually answers within 2 days')
  expect(medianText({ ...project, answers: { ...answers, medianHours: 3 } })).toBe('Usually answers within a day')
  const none = { closed: 5, answered: 0, medianHours: null }
  expect(answersText({ ...project, answers: none })).toBe('Answers within 3 days · answered 0 % of 5')
  expect(medianText({ ...project, answers: none })).toBeNull()
  for (const few of [null, { ...answers, closed: 4, answered: 4 }]) {
    expect(answersText({ ...project, answers: few })).toBe('New here')
    expect(medianText({ ...project, answers: few })).toBeNull()
  }
  const paused = { ...project, answers, applicationsPaused: true }
  expect([answersText(paused), medianText(paused)]).toEqual(['Not taking applications right now', null])
})
