import { health, type Health } from '../shared/contract/system.ts'

const TIMEOUT_MS = 10_000

/** Asks the server about itself. Rejects when the server does not answer in time, or not as ours does. */
export const readHealth = async (origin: string): Promise<Health> => {
  const answer = await fetch(`${origin}${health.path}`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  return health.response.parse(await answer.json())
}
