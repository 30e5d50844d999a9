import { isApiError } from '../shared/api-client/api-error.ts'
import type { Capability } from '../shared/contract/index.ts'
import type { Session } from './context.ts'
import { CliError } from './exit-codes.ts'

/** Errors: CliError when the server cannot do it, as servers of the first release cannot; ApiError. */
export const requireCapability = async (
  { api, server }: Session,
  capability: Capability,
  what: string,
): Promise<void> => {
  const listed = await api.capabilities.list({}).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return { data: [] as string[] }
    throw error
  })
  if (!(listed.data as readonly string[]).includes(capability)) throw new CliError(`${server} has no ${what}.`)
}
