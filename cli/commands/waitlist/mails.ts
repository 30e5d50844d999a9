import { setTimeout as wait } from 'node:timers/promises'
import type { WaitlistUser } from '#shared/contract/index.ts'
import type { Session } from '#cli/context.ts'
import { readEveryPage } from '#cli/every-page.ts'
import type { Progress } from '#cli/output/progress.ts'
import type { Result } from '#cli/run-many.ts'

/** When no mail has left for this long, the mails wait for more than their turn, and we stop waiting. */
const STANDSTILL_MS = 10_000
const LOOK_EVERY_MS = 400
const PAGE = 100

type How = { signal: AbortSignal; progress: Progress; isWanted: boolean }

/**
 * Waits while the server sends the mails of these invitations, as long as it makes progress, and notes in the results
 * whether each was sent. A mail that the mail server refused stays 'queued' here: the server retries it later.
 */
export const waitForMails = async (
  session: Session,
  results: Array<{ email: string } & Result>,
  ids: ReadonlyMap<string, string>,
  how: How,
): Promise<{ counts: object; sentence: string }> => {
  const queued = new Map(
    results
      .filter(({ mail, status }) => mail === 'queued' && status === 'invited')
      .map((result) => [result.email, result]),
  )
  const mine = ({ id }: WaitlistUser) => queued.get(ids.get(id) ?? '')
  if (queued.size > 0 && !how.signal.aborted) {
    try {
      if (how.isWanted) await untilTheyLeft(session, mine, queued.size, how)
      await noteStates(session, queued, mine)
    } catch {
      // A mail that the server tells nothing about stays 'queued', as the answer to its invitation said.
    }
  }
  const count = (state: string) => results.filter(({ mail, status }) => mail === state && status !== 'skipped').length
  const mails = { sent: count('sent'), queued: count('queued'), failed: count('failed') }
  const parts = Object.entries(mails).flatMap(([state, many]) => (many > 0 ? [`${many} ${state}`] : []))
  const later = mails.queued > 0 ? '; the server goes on trying, and "waitlist list --mail queued" shows them' : ''
  return { counts: { mails }, sentence: parts.length > 0 ? `Mails: ${parts.join(', ')}${later}.` : '' }
}

const untilTheyLeft = async (
  { api }: Session,
  mine: (user: WaitlistUser) => unknown,
  count: number,
  { signal, progress }: How,
): Promise<void> => {
  let fewest = Infinity
  let lastGain = Date.now()
  while (!signal.aborted && Date.now() - lastGain < STANDSTILL_MS) {
    const { data, pagination } = await api.waitlist.list({ query: { mailState: 'queued', limit: PAGE } })
    // A mail that has failed once is tried again later, so it is not waited for.
    const inTurn = data.filter((user) => mine(user) && user.mailError === null).length
    const left = pagination.total > PAGE ? pagination.total : inTurn
    if (left === 0) return
    if (left < fewest) lastGain = Date.now()
    fewest = Math.min(fewest, left)
    progress.show(Math.max(0, count - left), `waiting for ${left} mails to leave`)
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

const noteStates = async (
  { api }: Session,
  queued: ReadonlyMap<string, { email: string } & Result>,
  mine: (user: WaitlistUser) => ({ email: string } & Result) | undefined,
): Promise<void> => {
  const all = async (mailState: 'queued' | 'failed') =>
    (await readEveryPage((range) => api.waitlist.list({ query: { ...range, mailState } }))).data
  const [waiting, failed] = [await all('queued'), await all('failed')]
  for (const result of queued.values()) Object.assign(result, { mail: 'sent', message: 'invitation sent' })
  for (const user of waiting) {
    const why = user.mailError === null ? '' : `; the last try failed: ${user.mailError}`
    Object.assign(mine(user) ?? {}, { mail: 'queued', message: `mail queued${why}` })
  }
  for (const user of failed) {
    const message = `the mail could not be sent: ${user.mailError ?? 'no reason is known'}`
    Object.assign(mine(user) ?? {}, { status: 'failed', mail: 'failed', message })
  }
}
