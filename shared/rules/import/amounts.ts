import { ESTIMATE_MAX, ESTIMATE_MIN } from '#shared/contract/task-fields.ts'
import { plainDigits, withoutMarks } from './bare.ts'

/** What a number alone means in a column of estimates. */
export type HourUnit = 'hours' | 'minutes' | 'days' | 'seconds' | 'milliseconds' | 'points'

const HOURS_A_DAY = 8
const DAYS_A_WEEK = 5
const perUnit: Readonly<Record<string, number>> = {
  mo: 4 * DAYS_A_WEEK * HOURS_A_DAY,
  w: DAYS_A_WEEK * HOURS_A_DAY,
  d: HOURS_A_DAY,
  h: 1,
  m: 1 / 60,
  s: 1 / 3600,
}
const PART = /(\d+(?:[.,]\d+)?)\s*([\p{L}]+)\.?/gu
const unitOf = (word: string): string | undefined => {
  const said = word.toLowerCase()
  if (/^(?:mo|months?)$/.test(said)) return 'mo'
  if (/^(?:w|wk|wks|weeks?|wochen?|semaines?|sem|t|нед|недел[ьюяи]|тиж|週間?|周|주|أسبوع)$/.test(said)) return 'w'
  if (/^(?:d|days?|tage?|tag|jours?|j|d[ií]as?|dni|дн?|день|дня|дней|дні|днів|日間?|天|일|يوم|أيام)$/.test(said))
    return 'd'
  if (/^(?:h|hr|hrs|hours?|std|stunden?|heures?|horas?|ore|uur|godz|ч|час(?:а|ов)?|годин[аи]?|時間|小时|小時|시간|ώρα|ώρες|שעות|ساعة|ساعات)$/.test(said)) return 'h' // prettier-ignore
  if (/^(?:m|mins?|minutes?|minuten?|minutos?|мин|минут[аы]?|хв|分|分钟|分鐘|분|λεπτά|דקות|دقيقة)$/.test(said)) return 'm' // prettier-ignore
  return /^(?:s|secs?|seconds?)$/.test(said) ? 's' : undefined
}

/** '1w 2d 3h 30m' in hours; undefined for other texts. */
const spanOf = (said: string): number | undefined => {
  if (said.replace(PART, '').replace(/[\s,]+|and|und|et|y/g, '') !== '') return undefined
  let hours = 0
  for (const [, count = '', word = ''] of said.matchAll(PART)) {
    const unit = unitOf(word)
    if (unit === undefined) return undefined
    hours += Number(count.replace(',', '.')) * (perUnit[unit] ?? 0)
  }
  return hours
}

const rawHours = (said: string, unit: HourUnit): number | undefined => {
  // Either a part of an hour, or thousands.
  if (/^[1-9]\d{0,2},\d{3}$/.test(said)) return undefined
  if (/^\d+(?:[.,]\d+)?$/.test(said)) {
    const number = Number(said.replace(',', '.'))
    if (unit === 'seconds') return number / 3600
    if (unit === 'minutes') return number / 60
    if (unit === 'days') return number * HOURS_A_DAY
    if (unit === 'milliseconds') return number / 3_600_000
    return unit === 'hours' || number === 0 ? number : undefined
  }
  const clock = /^(\d+):([0-5]\d)(?::[0-5]\d)?$/.exec(said)
  if (clock) return Number(clock[1]) + Number(clock[2]) / 60
  const iso = /^p(?:(\d+)w)?(?:(\d+)d)?(?:t(?:(\d+(?:\.\d+)?)h)?(?:(\d+)m)?(?:(\d+)s)?)?$/.exec(said)
  if (iso && said.length > 2)
    return Number(iso[1] ?? 0) * 40 + Number(iso[2] ?? 0) * 8 + Number(iso[3] ?? 0) + Number(iso[4] ?? 0) / 60 + Number(iso[5] ?? 0) / 3600 // prettier-ignore
  return spanOf(said.replace(/(\d)\s*(?:h)\s*(\d{1,2})$/, '$1h $2m'))
}

/** '1.234,5' and '1,234.5' without what groups their thousands. */
const ungrouped = (said: string): string => {
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(said)) return said.replaceAll('.', '').replace(',', '.')
  return /^\d{1,3}(?:,\d{3})+\.\d+$/.test(said) ? said.replaceAll(',', '') : said
}

/** Hours: '2.5', '2,5', '2h 30m', '1d', 'PT8H', or seconds; null for an empty text and for 0, which trackers write for none. */
export const readHours = (text: string, unit: HourUnit = 'hours'): number | null | undefined => {
  const said = plainDigits(text)
    .toLowerCase()
    .replace(/^(?:~|≈|ca\.?)\s*/, '')
  if (said === '' || /^[-–—]$/.test(said)) return null
  const found = rawHours(ungrouped(said), unit)
  if (found === undefined) return undefined
  const hours = Math.round(found * 100) / 100
  if (found === 0) return null
  return hours >= ESTIMATE_MIN && hours <= ESTIMATE_MAX ? hours : undefined
}

/** A percentage from 0 to 100: '50%', '50', or '0.5' where a table has parts of one; undefined for other texts. */
export const readPercent = (text: string): number | undefined => {
  const parts = /^(\d{1,3}(?:[.,]\d+)?)\s*(%?)$/.exec(plainDigits(text).replaceAll('٪', '%'))
  if (!parts) return undefined
  const number = Number((parts[1] ?? '').replace(',', '.'))
  return number > 100 ? undefined : number
}

const YES =
  /^(?:true|yes|y|x|1|done|completed?|finished|checked|\[x\]|✓|✔|☑|✅|ja|oui|s[ií]|sim|tak|si|はい|是|wahr|vrai|verdadero|verdadeiro|prawda|vero|waar|tuo|ano|áno|kyllä|evet|igen|da|да|так|예|네|ναι|כן|نعم|có|ya|closed|geschlossen|cerrad[oa]|fermée?|fechad[oa]|chius[oa]|gesloten|zamknięt[ye]|закрыт[ао]?|クローズ|关闭)$/i
const NO =
  /^(?:|false|no|n|0|open|opened|offen|abiert[oa]|ouverte?|abert[oa]|apert[oa]|otwart[ye]|открыт[ао]?|オープン|打开|incomplete|unchecked|\[ ?\]|☐|❌|✗|✘|nein|non|n[aã]o|nie|nee|いいえ|否|falsch|faux|falso|fałsz|onwaar|ne|ei|hayır|nem|nu|nej|нет|ні|아니오|아니요|όχι|לא|لا|không|tidak|-|–|null|none)$/i
/** Whether a cell ticks something off; undefined where it says neither. */
export const readTick = (text: string): boolean | undefined => {
  const said = withoutMarks(text)
  if (NO.test(said)) return false
  return YES.test(said) ? true : undefined
}
