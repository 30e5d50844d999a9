import type { ProjectRole } from '#shared/contract/index.ts'
import type { NewOffer } from '#shared/contract/offers.ts'
import { isManager } from '#shared/rules/membership.ts'
import { NOT_HELD, rewardOrReputation } from '#shared/rules/offer-terms.ts'
import { rewardInTitle } from '#shared/rules/reward-in-title.ts'
import { useCapability } from '#data/capabilities.ts'
import { REWARD_NEEDS_NETWORK, useHasNetwork } from '#data/network.ts'
import { useProjectCurrency } from '#data/projects.ts'
import { dateLocale } from '#lib/locale.ts'
import { proposedOffer, readOffer } from './offer-form.ts'

type TypedTask = { title: string; offer?: NewOffer }

/** Reads the reward that owner and admin type behind a new task's title; other people's text is the title alone. */
export const useTypedReward = (projectID: string, role: ProjectRole) => {
  const isRead = useCapability('rewards', isManager(role))
  const currency = useProjectCurrency(projectID, isRead)
  const hasNetwork = useHasNetwork()
  const read = (text: string): TypedTask => {
    const found = isRead ? rewardInTitle(text, currency) : null
    if (!found) return { title: text.trim() }
    const offer = readOffer({ ...proposedOffer, amount: String(found.amountCents / 100) }, currency)
    return 'body' in offer ? { title: found.title, offer: offer.body } : { title: text.trim() }
  }
  /** What Enter would create, where that is more than a task with this title. */
  const hint = (text: string): string | null => {
    const { title, offer } = read(text)
    if (!offer) return null
    const { amountCents } = offer
    const reward = rewardOrReputation({ amountCents, currency }, dateLocale)
    return amountCents > 0
      ? `Enter: “${title}” with a reward of ${reward}. ${NOT_HELD}`
      : `Enter: “${title}”. ${reward}.`
  }
  /** Why the text is not sent now: a reward without a network. */
  const refusal = (text: string): string | null => (!hasNetwork && read(text).offer ? REWARD_NEEDS_NETWORK : null)
  return { read, hint, refusal }
}
