/**
 * Keeps the order in which the app ends: after its windows, the embedded server stops and finishes its writes; then the
 * app quits, or an update is installed.
 */
export const createEnding = (parts: {
  /** Hands over the embedded server to be stopped, once; undefined when there is none or it was handed over. */
  takeServer: () => { stop: () => Promise<unknown> } | undefined
  quit: () => void
}) => {
  let install: (() => void) | undefined
  return {
    /**
     * Runs `work`, which installs an update and ends the app itself, in place of plain quitting once everything has
     * stopped.
     */
    thenInstall: (work: () => void): void => void (install = work),
    /** Forgets the update, because the person kept a window open: quitting later must not install it unasked. */
    keepRunning: (): void => void (install = undefined),
    /** Handles Electron's 'will-quit': prevents it until everything has stopped, and lets the next one pass. */
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

/** The one method of Electron's `app` that starts the app again. */
type Restartable = { relaunch(options: { args: string[] }): void }

/**
 * Handles a start of the app while it is ending: its window is closed and its server stopping, so the second start
 * found it running and gave up. The app relaunches when it has ended, with that start's link.
 */
export const createRestart = (app: Restartable, argv: readonly string[], isLink: (argument: string) => boolean) => {
  let isAsked = false
  return (link: string | undefined): void => {
    // Each call of relaunch would start one more app.
    if (isAsked) return
    isAsked = true
    app.relaunch({ args: [...argv.slice(1).filter((argument) => !isLink(argument)), ...(link ? [link] : [])] })
  }
}
