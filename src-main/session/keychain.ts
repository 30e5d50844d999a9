import type * as keytar from 'keytar'
import { randomUUID } from 'node:crypto'
import { brand } from '../../shared/brand.ts'

/** Our name in the keychain. The CLI has another: two programs must not rotate one refresh token. */
const SERVICE = brand.appId
/** A locked or broken keychain may never answer. */
const ANSWER_MS = 3000
// One entry a process: two that probe at once must not read each other's word.
const PROBE = `probe-${process.pid}`

/** One secret text for each account; rejects when the keychain fails or does not answer within 3 s. */
export interface Keychain {
  read(account: string): Promise<string | null>
  write(account: string, secret: string): Promise<void>
  clear(account: string): Promise<void>
}

type Keytar = Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword'>

class TooLate extends Error {}

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`the keychain did not answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

// Loaded when asked for: where its system library is missing, importing it fails, and that must not end the app.
const loadKeytar = async (): Promise<Keytar> => (await import('keytar')).default

/**
 * The OS keychain, after it has kept, shown and forgotten a word for us; null when it cannot, or takes longer than 3 s.
 * `onSilent` is called in the latter case: the native call goes on in a thread that nothing can end, and that thread would
 * keep the program from ending too.
 */
export const openKeychain = async ({
  load = loadKeytar,
  ms = ANSWER_MS,
  onSilent,
}: {
  load?: () => Promise<Keytar>
  ms?: number
  onSilent: () => void
}): Promise<Keychain | null> => {
  try {
    return await within(ms, probe(load, ms))
  } catch (error) {
    if (error instanceof TooLate) onSilent()
    return null
  }
}

const probe = async (load: () => Promise<Keytar>, ms: number): Promise<Keychain | null> => {
  const chain = await load()
  const word = randomUUID()
  await chain.setPassword(SERVICE, PROBE, word)
  if ((await chain.getPassword(SERVICE, PROBE)) !== word) return null
  await chain.deletePassword(SERVICE, PROBE)
  return {
    read: (account) => within(ms, chain.getPassword(SERVICE, account)),
    write: (account, secret) => within(ms, chain.setPassword(SERVICE, account, secret)),
    clear: async (account) => {
      await within(ms, chain.deletePassword(SERVICE, account))
    },
  }
}
