import { openConnection, type GlobalOptions, tokenFromEnvironment } from '../../context.ts'
import { CliError, exitCode, usageError } from '../../exit-codes.ts'
import { printJson, say } from '../../output/printer.ts'

/**
 * Ends the session of the keychain on the server and forgets its tokens, whatever the server says. Errors: CliError (usage) with
 * GUILDHALL_TOKEN, since the other commands act for that one.
 */
export const logout = async (options: GlobalOptions): Promise<void> => {
  if (tokenFromEnvironment())
    throw usageError(
      'GUILDHALL_TOKEN is set, and its session is the one that commands use. This would end another one, the one in the ' +
        'keychain: unset GUILDHALL_TOKEN to do that. A token for scripts ends by itself, after minutes.',
    )
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
  if (!options.quiet) say(wasSignedIn ? `You are signed out of ${server}.` : `You were not signed in to ${server}.`)
  if (options.json) printJson({ server, wasSignedIn })
}
