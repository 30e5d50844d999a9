/**
 * The order in which the app ends: its windows have closed, then its own server stops, so that it finishes what it writes, and
 * then the app is gone, or an update takes its place.
 */
export const createEnding = (parts: {
  /** Hands over the embedded server to be stopped, once; undefined when there is none any more. */
  takeServer: () => { stop: () => Promise<unknown> } | undefined
  quit: () => void
}) => {
  let install: (() => void) | undefined
  return {
    /** What follows when everything has stopped, in place of plain quitting: an installation that ends the app itself. */
    thenInstall: (work: () => void): void => void (install = work),
    /** The person kept a window open: no later ending installs anything unasked. */
    keepRunning: (): void => void (install = undefined),
    /** For Electron's 'will-quit': prevents it until all has stopped, and lets the next one pass. */
    willQuit: (event: { preventDefault: () => void }): void => {
      const server = parts.takeServer()
      const next = install ?? parts.quit
      if (!server && !install) return
      install = undefined
      event.preventDefault()
      void (server?.stop() ?? Promise.resolve()).finally(next)
    },
  }
}
