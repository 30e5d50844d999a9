/** Electron's `app`, as far as it starts the app anew. */
type Restartable = { relaunch(options: { args: string[] }): void }

/**
 * What becomes of a start while the app is ending: its window is gone, but its server is still being stopped, and the new
 * start has found the app running and ended. So the app starts once more when it has ended, with the link that came.
 */
export const createRestart = (app: Restartable, argv: readonly string[], isLink: (argument: string) => boolean) => {
  let isAsked = false
  return (link: string | undefined): void => {
    // Each relaunch would be one more app.
    if (isAsked) return
    isAsked = true
    app.relaunch({ args: [...argv.slice(1).filter((argument) => !isLink(argument)), ...(link ? [link] : [])] })
  }
}
