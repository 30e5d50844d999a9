import { z } from 'zod'
import { payoutMethods } from '#shared/contract/payout.ts'
import { unavailable } from '#server/http/errors.ts'
import { hasPlaceForKey, keyIDs, type Place, seal, type SealedBytes, unseal } from '#server/settings/sealing.ts'

/**
 * What is sealed, as JSON, under the key of two-step sign-in and for one person: moved to another row, or taken from the
 * secrets of two-step sign-in, a seal does not open.
 */
const sealedText = z.object({
  method: z.enum(payoutMethods),
  details: z.string(),
  receiptName: z.string(),
  receiptAddress: z.string(),
})
export type Payout = z.output<typeof sealedText>

const NO_KEY =
  'Payout details cannot be kept on this server until the people who run it set GUILDHALL_SECRET: their key must not be in the database.'
const LOST_KEY =
  'This server lacks the key of these payout details. They have to be given again, or the people who run it set GUILDHALL_OLD_SECRET.'

const ownerOf = (userID: string) => `payout ${userID}`

/** Passes where the settings have a place for a key. Errors: 503. */
export const requireKey = (place: Place): void => {
  if (!hasPlaceForKey(place)) throw unavailable(NO_KEY)
}

export const sealPayout = (place: Place, userID: string, payout: Payout): Promise<SealedBytes> => {
  requireKey(place)
  return seal(place, ownerOf(userID), JSON.stringify(sealedText.parse(payout)))
}

/** What was sealed for that person; null where this server lacks the key, or the seal was changed. `isOld`: another key seals now. */
export const openPayout = async (
  place: Place,
  userID: string,
  sealed: SealedBytes,
): Promise<(Payout & { isOld: boolean }) | null> => {
  if (!(await keyIDs(place)).includes(sealed.keyID)) return null
  try {
    const { text, isOld } = await unseal(place, ownerOf(userID), sealed)
    return { ...sealedText.parse(JSON.parse(text)), isOld }
  } catch {
    return null
  }
}

/** The same. Errors: 503. */
export const requirePayout = async (place: Place, userID: string, sealed: SealedBytes): Promise<Payout> => {
  const opened = await openPayout(place, userID, sealed)
  if (!opened) throw unavailable(LOST_KEY)
  return opened
}
