import { hash, verify, type Options } from '@node-rs/argon2'

// 19 MiB and 2 passes of argon2id (its number is 2). The package hashes on the thread pool, off the event loop.
const OPTIONS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** A hash of nothing anybody knows, made once: unknown addresses cost the same time as known ones. */
let decoy: Promise<string> | undefined
const decoyHash = () => (decoy ??= hashPassword(crypto.randomUUID()))

/** Whether the password fits. Without a hash the same work is done and the answer is no. */
export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const isRight = await verify(stored ?? (await decoyHash()), password)
  return isRight && stored !== undefined
}

/** Made ahead, so that the first unknown address does not answer later than the second. */
export const warmPasswords = async (): Promise<void> => void (await decoyHash())
