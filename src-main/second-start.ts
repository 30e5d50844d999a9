/** The one method of Electron's `app` that starts the app again. */
type Restartable = { relaunch(options: { args: string[] }): void }

/**
 * Handles a start of the app while it is ending: its window is gone but its server still stops, so the second start
 * found the app running and gave up. The app therefore starts once more when it has ended, with the link of that start.
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
