import type keytarModule from 'keytar'
import { z } from 'zod'
import type { TokenStore } from '../shared/api-client/index.ts'
import { brand } from '../shared/brand.ts'
import { CliError, exitCode } from './exit-codes.ts'

/**
 * The name of the CLI's entry in the keychain. The desktop app has another, because two programs must not rotate one
 * refresh token.
 */
const SERVICE = `${brand.cli}-cli`
/** Milliseconds to wait for the keychain: a locked or broken one may never answer. */
const ANSWER_MS = 3000

const stored = z.object({ accessToken: z.string(), refreshToken: z.string(), userID: z.string() })

/**
 * Keeps the session of one server in the operating system's keychain. Only this module of the CLI imports keytar.
 * Errors: CliError that names the way without a keychain.
 */
export const keychainTokenStore = (server: string): TokenStore => ({
  read: async () => {
    const text = await ask((keytar) => keytar.getPassword(SERVICE, server))
    const parsed = stored.safeParse(fromJson(text ?? 'null'))
    return parsed.success ? parsed.data : null
  },
  write: (tokens) => ask((keytar) => keytar.setPassword(SERVICE, server, JSON.stringify(tokens))),
  clear: async () => {
    await ask((keytar) => keytar.deletePassword(SERVICE, server))
  },
})

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>

const ask = async <T>(question: (keytar: Keytar) => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS)
  })
  try {
    // Keytar is native code and needs libsecret, so it is loaded only when the keychain is read or written.
    return await Promise.race([import('keytar').then((keytar) => question(keytar.default)), tooLate])
  } catch (error) {
    const reason =
      error instanceof Error
        ? error.message
            .split('\n')[0]
            ?.replace(/ imported from .*/, '')
            .trim()
            .replace(/\.$/, '')
        : String(error)
    throw new CliError(
      `The keychain of this computer cannot be used (${reason}). Without one, get a token with ` +
        `"${brand.cli} login --print-token" and pass it to the other commands in GUILDHALL_TOKEN.`,
      exitCode.failed,
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
  }
}
