import type { Offered, OfferBody } from '#shared/contract/offers.ts'
import { isApiError } from '#shared/api-client/api-error.ts'
import { aiRuleText, disputeTerms, rewardOrReputation, takersText } from '#shared/rules/offer-terms.ts'
import { hasCapability, openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { CliError, exitCode } from '#cli/exit-codes.ts'
import { failureText } from '#cli/failure.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import { findTaskID } from './tasks.ts'

type SetOptions = GlobalOptions & Partial<Omit<OfferBody, 'amountCents' | 'version'>> & Pick<OfferBody, 'mode'>

const open = (options: GlobalOptions): Promise<Session> => openSessionFor(options, 'rewards', 'rewards')

/** Makes the call; what the server refuses ends with exit code 4 and its sentence. Errors: CliError, ApiError. */
const ask = async (call: Promise<{ data: Offered }>): Promise<Offered> =>
  (
    await call.catch((error: unknown) => {
      if (!isApiError(error) || ![403, 409, 422].includes(error.status)) throw error
      throw new CliError(failureText(error), exitCode.refused, { cause: error })
    })
  ).data

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** What an offer promises, a line for each thing. */
const linesOf = (offer: NonNullable<Offered['offer']>, hasDisputes: boolean): string[] => [
  rewardOrReputation(offer),
  ...(offer.amountCents > 0 ? ['Recorded, not held.'] : []),
  ...disputeTerms(offer, hasDisputes),
  `Mode: ${offer.mode}. ${takersText(offer)}`,
  ...(offer.skills.length > 0 ? [`Skills: ${offer.skills.join(', ')}.`] : []),
  `Theirs for ${days(offer.leaseDays)}, reviewed within ${days(offer.reviewDays)}, paid within ${days(offer.payDays)}.`,
  aiRuleText[offer.aiRule],
]

/** Sets the whole offer of a task. */
export const setOffer = async (
  project: string,
  number: number,
  amountCents: number,
  { mode, takers, minTier, skills, leaseDays, reviewDays, payDays, aiRule, ...options }: SetOptions,
): Promise<void> => {
  const session = await open(options)
  const id = await findTaskID(session, String(number), project)
  const body = { amountCents, mode, takers, minTier, skills, leaseDays, reviewDays, payDays, aiRule }
  const offered = await ask(session.api.offers.set({ params: { id }, body }))
  if (options.json) return printJson(offered)
  if (options.quiet || !offered.offer) return
  say(`The offer of task #${number} is set.`)
  for (const line of linesOf(offered.offer, await hasCapability(session, 'disputes'))) printLine(line)
}

/** Closes the offer of a task. */
export const clearOffer = async (project: string, number: number, options: GlobalOptions): Promise<void> => {
  const session = await open(options)
  const id = await findTaskID(session, String(number), project)
  const offered = await ask(session.api.offers.close({ params: { id } }))
  if (options.json) return printJson(offered)
  if (!options.quiet) say(`The offer of task #${number} is closed.`)
}
