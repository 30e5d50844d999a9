import { z } from 'zod'

/** Whether the text names a time zone that this program knows. */
const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** The IANA name of a time zone, such as `Europe/Vienna`. */
export const timeZoneName = z.string().max(64).refine(isTimeZone, 'We do not know this time zone.')
