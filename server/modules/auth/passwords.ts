import type { Options } from '@node-rs/argon2'

// argon2id (number 2) with 19 MiB and 2 passes. The package hashes on the thread pool, off the event loop.
const OPTIONS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Loads the package at the first password, which a start does not need. */
const argon2 = () => import('@node-rs/argon2')

export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(password, OPTIONS)

/** A hash of a text that nobody knows, made once, so that unknown addresses take as long as known ones. */
let decoy: Promise<string> | undefined
const decoyHash = () => (decoy ??= hashPassword(crypto.randomUUID()))

/** Whether the password fits the hash. Without a hash it does the same work and returns false. */
export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const { verify } = await argon2()
  const isRight = await verify(stored ?? (await decoyHash()), password)
  return isRight && stored !== undefined
}

/** Makes the decoy ahead, so that the first unknown address is not answered later than the second. */
export const warmPasswords = async (): Promise<void> => void (await decoyHash())
