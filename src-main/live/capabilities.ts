import { ApiError, createClient, type Transport } from '#shared/api-client/index.ts'
import type { Capability } from '#shared/contract/index.ts'

/** Milliseconds until a server that failed to answer is asked again; the second while it has never answered. */
const ASK_AGAIN_MS = 60_000
const ASK_AGAIN_SOON_MS = 5_000
/** Milliseconds for which an answer counts. */
const VALID_MS = 24 * 60 * 60_000

/**
 * Asks at once and then regularly what the server can do, and reports each answer. A server without the call can do
 * nothing beyond the first release; other failures leave the last answer in force.
 */
export const watchCapabilities = (
  send: Transport,
  tell: (able: ReadonlySet<Capability>) => void,
): { askAgain: () => void; stop: () => void } => {
  const api = createClient(send)
  let timer: NodeJS.Timeout | undefined
  let askedAt = -Infinity
  let hasAnswered = false
  let isStopped = false

  const names = async (): Promise<readonly string[] | null> => {
    try {
      return (await api.capabilities.list({})).data
    } catch (error) {
      return error instanceof ApiError && error.status === 404 ? [] : null
    }
  }
  const ask = async (): Promise<void> => {
    clearTimeout(timer)
    askedAt = Date.now()
    const able = await names()
    if (isStopped) return
    hasAnswered ||= able !== null
    timer = setTimeout(() => void ask(), able ? VALID_MS : hasAnswered ? ASK_AGAIN_MS : ASK_AGAIN_SOON_MS)
    // Names that this version does not know are never asked for.
    if (able) tell(new Set(able as readonly Capability[]))
  }
  void ask()
  return {
    /** Asks before the answer expires, because another version of the server may have come; at most once a minute. */
    askAgain: () => {
      if (!isStopped && Date.now() - askedAt >= ASK_AGAIN_MS) void ask()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
