import { z } from 'zod'
import { isCurrency } from '../rules/money.ts'

/** The currency of a project that nobody chose one for, and of every project of a host that knows no others. */
export const USUAL_CURRENCY = 'USD'

const told = { description: 'ISO 4217.', examples: [USUAL_CURRENCY] }
/** A currency in a request: one that there is. */
export const sentCurrency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'A currency is three capital letters, such as USD.')
  .refine(isCurrency, 'There is no such currency.')
  .meta(told)
