/** What the script in the page's head has asked the server for before any other code had arrived (vite.web.config.ts). */
type AskedAhead = {
  /** The access token that it asked with. */
  bearer: string
  /** The bodies by their addresses; null where the server refused or did not answer. */
  answers: Record<string, Promise<unknown>>
  /** When it asked, by `performance.now()`. */
  at: number
}
declare global {
  interface Window {
    askedAhead?: AskedAhead
  }
}

/** Milliseconds for which an answer is as good as one that is asked for now. */
const VALID_MS = 10_000

/**
 * The body of a call that the page's head has made already, with the same token and not long ago, for the first caller;
 * null where there is none and the call must be made.
 */
export const takeAskedAhead = async (url: string, bearer: string | undefined): Promise<unknown> => {
  const asked = window.askedAhead
  const answer = asked?.answers[url]
  if (!asked || !answer) return null
  delete asked.answers[url]
  return asked.bearer === bearer && performance.now() - asked.at < VALID_MS ? answer : null
}
