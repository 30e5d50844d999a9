import { brand } from '#shared/brand.ts'
import { openConnection, type GlobalOptions, tokenFromEnvironment } from '#cli/context.ts'
import { CliError, exitCode, usageError } from '#cli/exit-codes.ts'
import { printJson, say } from '#cli/output/printer.ts'

/**
 * Ends the keychain's session on the server and forgets its tokens, whatever the server answers. Errors: CliError
 * (usage) when GUILDHALL_TOKEN is set, since commands then use that token instead.
 */
export const logout = async (options: GlobalOptions): Promise<void> => {
  if (tokenFromEnvironment())
    throw usageError(
      'GUILDHALL_TOKEN is set, and its session is the one that commands use. This would end another one, the one in the ' +
        `keychain: unset GUILDHALL_TOKEN to do that. An access token ends on its day, or at once with: ${brand.cli} token revoke`,
    )
  const { api, server, store } = await openConnection(options, { isKept: true })
  const wasSignedIn = (await store.read()) !== null
  if (wasSignedIn) {
    try {
      // The session layer forgets the tokens, then puts the refresh token into this call, for the server to revoke.
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
