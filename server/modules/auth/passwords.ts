import { randomBytes } from 'node:crypto'
import type { Options } from '@node-rs/argon2'
import { normalPassword } from '#shared/rules/password.ts'

// argon2id (number 2) with 19 MiB and 2 passes. The package hashes on the thread pool, off the event loop.
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/** Loads the package at the first password, which a start does not need. */
const argon2 = () => import('@node-rs/argon2')

export const hashPassword = async (password: string): Promise<string> =>
  (await argon2()).hash(normalPassword(password), OPTIONS)

const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/**
 * Replaces the hash for an unknown address, so that its check takes as long as a known one's. Random rather than a
 * text's hash: hashing would make the first such check take twice as long.
 */
export const DECOY = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$${random(16)}$${random(32)}`

/** The form that is hashed, then those of hashes from before passwords were normalised: as typed, and with accents apart. */
const formsOf = (typed: string): string[] => [...new Set([normalPassword(typed), typed, typed.normalize('NFD')])]

/**
 * How a password fits the hash; `old` is a hash of another form, which is to be replaced. Without a hash it does the same work and
 * returns `no`.
 */
export const fitOf = async (stored: string | undefined, typed: string): Promise<'now' | 'old' | 'no'> => {
  const { verify } = await argon2()
  for (const [place, form] of formsOf(typed).entries())
    if ((await verify(stored ?? DECOY, form)) && stored !== undefined) return place === 0 ? 'now' : 'old'
  return 'no'
}
