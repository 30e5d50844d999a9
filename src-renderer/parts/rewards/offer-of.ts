import type { NewOfferBody } from '#shared/contract/offers.ts'
import { readReward } from '#shared/rules/typed-reward.ts'

/** The offer that a typed reward means: undefined for none, null for what is no reward. */
export const offerOf = (text: string | undefined, currency: string): NewOfferBody | undefined | null => {
  if (text === undefined || text.trim() === '') return undefined
  const read = readReward(text, currency)
  return 'cents' in read ? { amountCents: read.cents, mode: 'claim' } : null
}
