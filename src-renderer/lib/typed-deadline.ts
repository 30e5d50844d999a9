import { z } from 'zod'
import { isWholeDate, sentDeadline } from '#shared/rules/deadline.ts'
import { NO_DAY } from '#shared/rules/typed-day.ts'
import { askWhichDay, readDays } from './read-day.ts'

/** Parses a typed deadline; the output is the value that is sent: a day, or other words as they are. */
export const typedDeadline = z.string().transform((text, context) => {
  const days = readDays(text)
  if (days.length === 1) return days[0] ?? ''
  const sent = days.length > 1 ? null : sentDeadline(text)
  if (sent !== null) return sent
  const message = days.length > 1 ? askWhichDay(days) : isWholeDate(text) ? 'That day does not exist.' : NO_DAY
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})
