import { setTimeout as wait } from 'node:timers/promises'
import { followEvents } from '#shared/api-client/follow-events.ts'
import { isApiError } from '#shared/api-client/api-error.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { watchForInterruption } from '#cli/interruption.ts'
import { printableJson } from '#cli/output/printable.ts'
import { printLine, say } from '#cli/output/printer.ts'
import { lineOf } from './line.ts'

/** Milliseconds after a lost connection after which the session is looked at: it may be over. */
const DOUBT_MS = 1_000

type Options = GlobalOptions & { after?: string }

/** Passes while the session is valid or the server cannot be reached. Errors: ApiError when the session has ended. */
const requireSession = async ({ api }: Session): Promise<void> => {
  try {
    await api.users.username({})
  } catch (error) {
    if (isApiError(error) && (error.status === 401 || error.status === 403)) throw error
  }
}

/**
 * Prints each change that the signed-in person may know of, one a line, in commit order, until Ctrl-C. After a lost
 * connection it resumes without gap or repeat. Errors: ApiError when the session is over.
 */
export const followAll = async ({ after, ...options }: Options): Promise<void> => {
  const session = await openSessionFor(options, 'live', 'stream of changes')
  const interruption = watchForInterruption()
  const over = new AbortController()
  let failure: unknown
  const doubt = async () => {
    await wait(DOUBT_MS, undefined, { signal: over.signal }).catch(() => undefined)
    if (over.signal.aborted) return
    await requireSession(session).catch((error: unknown) => {
      failure = error
      over.abort()
    })
  }
  const stream = followEvents(session.send, after ?? null, (event) => {
    if (event.type === 'frame')
      return printLine(
        options.json ? printableJson(JSON.stringify({ ...event.frame, cursor: event.cursor })) : lineOf(event.frame),
      )
    if (event.type === 'reset')
      return say('The server cannot go on from there: changes before this moment are not printed.')
    if (event.state === 'down') void doubt()
    else if (!options.quiet && !options.json) say('Following …')
  })
  interruption.signal.addEventListener('abort', () => over.abort(), { once: true })
  await new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve(), { once: true }))
  stream.stop()
  interruption.stop()
  if (failure !== undefined) throw failure as Error
}
