import { z } from 'zod'
import { isWholeDate, sentDeadline } from '../../shared/rules/deadline.ts'

/** Parses a typed deadline; the output is the value that is sent. */
export const typedDeadline = z.string().transform((text, context) => {
  const sent = sentDeadline(text)
  if (sent !== null) return sent
  const message = isWholeDate(text) ? 'That day does not exist.' : 'Please enter a date as dd-mm-yyyy.'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})
