import { z } from 'zod'
import { sentDeadline } from '../../shared/rules/deadline.ts'

/** A deadline as it is typed; the output is what is sent. */
export const typedDeadline = z.string().transform((text, context) => {
  const sent = sentDeadline(text)
  if (sent !== null) return sent
  context.addIssue({ code: 'custom', message: 'Please enter a date as dd-mm-yyyy.' })
  return z.NEVER
})
