import { z } from 'zod'
import type { TokenStore, Tokens } from '#shared/api-client/index.ts'
import type { TokenStorage } from '#shared/bridge/index.ts'
import type { Keychain } from './keychain.ts'

const stored = z.object({ accessToken: z.string(), refreshToken: z.string(), userID: z.string() })

const parse = (text: string | null): Tokens | null => {
  try {
    return stored.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/**
 * Keeps the tokens in memory and, across runs, in the keychain if there is one; never anywhere else. `account` names
 * their server, so that they go to no other. A keychain that failed is not used again in this run.
 */
export const openTokenStore = async (keychain: Keychain | null, account: string) => {
  let usable = keychain
  let tokens: Tokens | null = null
  const keep = async (work: (keychain: Keychain) => Promise<void>) => {
    if (!usable) return
    try {
      await work(usable)
    } catch {
      usable = null
    }
  }
  await keep(async (chain) => {
    tokens = parse(await chain.read(account))
  })
  const store: TokenStore = {
    read: () => Promise.resolve(tokens),
    write: async (next) => {
      tokens = next
      await keep(async (chain) => {
        try {
          await chain.write(account, JSON.stringify(next))
        } catch (cause) {
          // The old entry holds a refresh token that is used up. The next start would use it again, which the server
          // takes for theft, and ends the session.
          await chain.clear(account).catch(() => undefined)
          throw cause
        }
      })
    },
    clear: async () => {
      tokens = null
      await keep((chain) => chain.clear(account))
    },
  }
  return { store, storage: (): TokenStorage => (usable ? 'keychain' : 'memory') }
}

/** The notice that a person reads when tokens are only in memory. */
export const noKeychainNotice =
  'No keychain could be used on this computer, so you stay signed in only until you close the app.'
