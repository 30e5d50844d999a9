import { type PayerRecord, RECORD_FROM, type WorkerRecord } from '../contract/records.ts'
import { moneyText } from './money-text.ts'

/** Begun days count whole: nobody pays within 0 days. */
const inDays = (days: number): string => {
  const whole = Math.max(1, Math.ceil(days))
  return `${whole} ${whole === 1 ? 'day' : 'days'}`
}

/** How an owner pays: 'Pays within 3 days · 14 of 14 paid · reviews in 2 days'. */
export const payerRecordText = ({ count, paid, medianDays, reviewDays }: PayerRecord): string => {
  if (count < RECORD_FROM) return 'No payments yet.'
  const parts = [
    ...(medianDays === null ? [] : [`Pays within ${inDays(medianDays)}`]),
    `${paid} of ${count} paid`,
    ...(reviewDays === null ? [] : [`reviews in ${inDays(reviewDays)}`]),
  ]
  return parts.join(' · ')
}

/** What an owner owes and is late: 'Owes $400, late by 20 days.' Null for nothing. */
export const owesText = ({ late }: Pick<PayerRecord, 'late'>, locale = 'en-US'): string | null => {
  if (!late || late.amounts.length === 0) return null
  const sums = late.amounts.map(({ amountCents: cents, currency }) =>
    moneyText({ cents, currency, locale, isShort: true }),
  )
  return `Owes ${new Intl.ListFormat('en-US').format(sums)}, late by ${inDays(late.days)}.`
}

/** How a person does what they took: '12 accepted · 92% on time · 1 returned · 0 expired · for 4 creators'. */
export const workerRecordText = ({ accepted, onTime, returned, expired, creators }: WorkerRecord): string =>
  [
    `${accepted} accepted`,
    ...(onTime === null ? [] : [`${Math.round(onTime * 100)}% on time`]),
    `${returned} returned`,
    `${expired} expired`,
    `for ${creators} ${creators === 1 ? 'creator' : 'creators'}`,
  ].join(' · ')
