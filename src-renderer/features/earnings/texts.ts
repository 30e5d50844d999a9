import type { Due } from '#shared/contract/dues.ts'
import type { ComingReward, EarningsLine } from '#shared/contract/earnings.ts'
import { moneyText } from '#shared/rules/money-text.ts'
import { answeredSentence, dueSentence, heldUpSentence } from '#shared/rules/reward-sentence.ts'
import { formatDate } from '#lib/format.ts'
import { dateLocale } from '#lib/locale.ts'

/** Hundredths of a currency as money; what was taken back has a minus. */
export const moneyOf = ({ amountCents, currency }: { amountCents: number; currency: string }): string => {
  const text = moneyText({ cents: Math.abs(amountCents), currency, locale: dateLocale })
  return amountCents < 0 ? `−${text}` : text
}

/** Sums of several currencies beside each other, never added. */
export const sumsOf = (all: ReadonlyArray<{ amountCents: number; currency: string }>): string => {
  const sums = new Map<string, number>()
  for (const { amountCents, currency } of all) sums.set(currency, (sums.get(currency) ?? 0) + amountCents)
  return [...sums].map(([currency, amountCents]) => moneyOf({ amountCents, currency })).join(' · ')
}

export const whatOfLine = { paid: 'Paid', voided: 'Voided', missing: 'Did not arrive' } as const satisfies Record<
  EarningsLine['kind'],
  string
>

const reader = () => ({
  locale: dateLocale,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  now: new Date(),
})

/** What of a due is read by who is owed it: for whom it waits, and until when. */
export const owedToMe = (due: Due): string => {
  const { since, payBy, isLate, waitsForPayee } = due
  const heldUp = heldUpSentence(due, reader())
  if (heldUp !== null) return heldUp
  return waitsForPayee
    ? `Owed since ${formatDate(since)}. Waits for you to say how you are paid.`
    : dueSentence({ since: new Date(since), payBy: new Date(payBy), isLate }, reader())
}

/** What a reward that the viewer works for waits for. */
export const comingText = ({ reward, currency, isInReview, by }: ComingReward): string =>
  reward && reward.state !== 'held'
    ? answeredSentence(reward, { ...reader(), currency })
    : `${isInReview ? 'In review' : 'You work on it'}${by === null ? '' : ` until ${formatDate(by)}`}.`

const month = new Intl.DateTimeFormat(dateLocale, { month: 'long', year: 'numeric' })

/** Lines by the month and the project in which they were paid, in their order. */
export const byMonthAndProject = (
  lines: readonly EarningsLine[],
): ReadonlyArray<{ key: string; month: string; title: string; lines: readonly EarningsLine[] }> => {
  const groups = new Map<string, EarningsLine[]>()
  for (const line of lines) {
    // Two projects may have one title.
    const key = `${month.format(new Date(line.at))} ${line.project.id}`
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups].flatMap(([key, some]) => {
    const [first] = some
    if (!first) return []
    const of = month.format(new Date(first.at))
    return [{ key, month: of, title: `${of} · ${first.project.title}`, lines: some }]
  })
}
