import { email } from '#shared/contract/common.ts'
import { uniqueAddresses, readAddressList } from '#shared/rules/address-list.ts'
import { markStale } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'
import { errorText, queryClient } from '#lib/query-client.ts'

/** Invitations that are on their way at once; each sends a mail, and the server should serve others beside it. */
const AT_ONCE = 3

/** What became of one address; `text` says it to a person. An address that is `left` can be sent again. */
export type Outcome = { state: 'waiting' | 'sending' | 'sent' | 'done' | 'left'; text: string }
export const waiting: Outcome = { state: 'waiting', text: 'Waiting' }

/** The addresses of a pasted text, each once, and among them the words that are none. */
export const readPasted = (text: string): { good: string[]; wrong: string[] } => {
  const all = uniqueAddresses(readAddressList(text).addresses)
  const isGood = (word: string) => email.safeParse(word).success
  return { good: all.filter(isGood), wrong: all.filter((word) => !isGood(word)) }
}

/** Sends one invitation: `useInviteUnlessInvited` of mutations.ts. */
type Send = (email: string) => Promise<{ isSkipped: boolean }>

const inviteOne = async (address: string, send: Send): Promise<Outcome> => {
  try {
    const { isSkipped } = await send(email.parse(address))
    return isSkipped ? { state: 'done', text: 'Invited before; nothing sent' } : { state: 'sent', text: 'Invited' }
  } catch (error) {
    if (isApiError(error) && error.code === 'EMAIL_TAKEN') return { state: 'done', text: 'Has an account already' }
    return { state: 'left', text: errorText(error, 'Failed to create invitation') }
  }
}

type Run = { send: Send; tell: (address: string, outcome: Outcome) => void; isStopped: () => boolean }

/**
 * Invites the addresses, three at a time, and reports each outcome as soon as it is known. When stopped, running calls
 * finish and the rest are skipped. Never throws; afterwards the waitlist is read again.
 */
export const inviteSeveral = async (addresses: readonly string[], { send, tell, isStopped }: Run): Promise<void> => {
  const queue = [...addresses]
  const work = async () => {
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      if (isStopped()) {
        tell(address, { state: 'left', text: 'Not sent' })
        continue
      }
      tell(address, { state: 'sending', text: 'Sending…' })
      tell(address, await inviteOne(address, send))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await markStale(queryClient, 'waitlist.createInvitation', {})
}
