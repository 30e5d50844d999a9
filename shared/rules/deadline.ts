/**
 * A deadline travels as text: YYYY-MM-DD, or a few words ('end of March'). People read and write dates as dd-mm-yyyy.
 */
const written = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})$/
const travelling = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T.*)?$/

/** YYYY-MM-DD of a day that exists; null for any other. */
const day = (year: string, month: string, date: string): string | null => {
  const iso = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null
}

/** Whether the text has the form of a date, even of a day that does not exist. */
export const isWholeDate = (text: string): boolean => written.test(text.trim()) || travelling.test(text.trim())

/** YYYY-MM-DD of a date in either spelling; null for any other text. */
export const dateOf = (text: string): string | null => {
  const dmy = written.exec(text.trim())
  if (dmy) return day(dmy[3] ?? '', dmy[2] ?? '', dmy[1] ?? '')
  const ymd = travelling.exec(text.trim())
  return ymd ? day(ymd[1] ?? '', ymd[2] ?? '', ymd[3] ?? '') : null
}

/** A date becomes dd-mm-yyyy; any other text stays as it is. */
export const shownDeadline = (text: string): string => {
  const [year, month, date] = dateOf(text)?.split('-') ?? []
  return year ? `${date}-${month}-${year}` : text.trim()
}

/**
 * The deadline to send: a date becomes YYYY-MM-DD, words stay as they are; null for a date that is unfinished or does
 * not exist.
 */
export const sentDeadline = (text: string): string | null => {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  return dateOf(trimmed) ?? (/\p{L}/u.test(trimmed) ? trimmed : null)
}
