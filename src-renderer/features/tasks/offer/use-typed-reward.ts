import type { ProjectRole } from '#shared/contract/index.ts'
import type { NewOffer } from '#shared/contract/offers.ts'
import { isManager } from '#shared/rules/membership.ts'
import { NOT_HELD, rewardOrReputation } from '#shared/rules/offer-terms.ts'
import { rewardInTitle } from '#shared/rules/reward-in-title.ts'
import { useCapability } from '#data/capabilities.ts'
import { CURRENCY, proposedOffer, readOffer } from './offer-form.ts'

type TypedTask = { title: string; offer?: NewOffer }

/** Reads the reward that owner and admin type behind a new task's title; other people's text is the title alone. */
export const useTypedReward = (role: ProjectRole) => {
  const isRead = useCapability('rewards', isManager(role))
  const read = (text: string): TypedTask => {
    const found = isRead ? rewardInTitle(text, CURRENCY) : null
    if (!found) return { title: text.trim() }
    const offer = readOffer({ ...proposedOffer, amount: String(found.amountCents / 100) }, CURRENCY)
    return 'body' in offer ? { title: found.title, offer: offer.body } : { title: text.trim() }
  }
  /** What Enter would create, where that is more than a task with this title. */
  const hint = (text: string): string | null => {
    const { title, offer } = read(text)
    if (!offer) return null
    const { amountCents } = offer
    const reward = rewardOrReputation({ amountCents, currency: CURRENCY })
    return amountCents > 0
      ? `Enter: “${title}” with a reward of ${reward}. ${NOT_HELD}`
      : `Enter: “${title}”. ${reward}.`
  }
  return { read, hint }
}
