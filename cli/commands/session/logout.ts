import { openConnection, type GlobalOptions } from '../../context.ts'
import { CliError, exitCode } from '../../exit-codes.ts'
import { printJson, say } from '../../output/printer.ts'

/** Ends the session on the server and forgets its tokens, whatever the server says. */
export const logout = async (options: GlobalOptions): Promise<void> => {
  const { api, server, store } = await openConnection(options, { isKept: true })
  const wasSignedIn = (await store.read()) !== null
  if (wasSignedIn) {
    try {
      // The session layer forgets the tokens first, then fills in the one that the server shall forget.
      await api.auth.logout({ body: { refreshToken: '' } })
    } catch (error) {
      throw new CliError(
        `Your tokens are forgotten here, but ${server} could not be told; the session ends there by itself.`,
        exitCode.failed,
        { cause: error },
      )
    }
  }
  say(wasSignedIn ? `You are signed out of ${server}.` : `You were not signed in to ${server}.`)
  if (options.json) printJson({ server, wasSignedIn })
}
