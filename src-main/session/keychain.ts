import type * as keytar from 'keytar'
import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'

/**
 * The name of the app's entries in the keychain. The CLI has another, because two programs must not rotate one refresh
 * token.
 */
const SERVICE = brand.appId
/** Milliseconds to wait for the keychain: a locked or broken one may never answer. */
const ANSWER_MS = 3000
// Each process tries the keychain with its own entry: two that try at once must not read each other's word.
const PROBE = `probe-${process.pid}`

/** Keeps one secret text for each account; rejects when the keychain fails or does not answer within 3 s. */
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

// keytar is loaded on demand: without its system library the import fails, which must not end the app.
const loadKeytar = async (): Promise<Keytar> => (await import('keytar')).default

/**
 * Opens the OS keychain after a trial write, read and delete; null when that fails or takes over 3 s. In the latter
 * case `onSilent` is called: the native call then holds a thread that cannot be ended and would keep the program alive.
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
