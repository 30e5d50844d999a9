import { NO_DAY, typedDays } from '#shared/rules/typed-day.ts'
import { formatDay, today } from './format.ts'
import { typedLocales } from './locale.ts'

/** The days that this viewer can mean by the text. */
export const readDays = (text: string, now = today()): readonly string[] => typedDays(text, now, typedLocales)

/** "Is that Jun 5, 2027 or May 6, 2027?" */
export const askWhichDay = (days: readonly string[]): string => `Is that ${days.map(formatDay).join(' or ')}?`

/** Why the text is no day; null for one day, and for no text at all. */
export const whyNoDay = (text: string): string | null => {
  if (text.trim() === '') return null
  const days = readDays(text)
  return days.length === 1 ? null : days.length === 0 ? NO_DAY : askWhichDay(days)
}
