import { isApiError } from '../shared/api-client/api-error.ts'
import type { Capability } from '../shared/contract/index.ts'
import { type GlobalOptions, openSession, type Session } from './context.ts'
import { CliError } from './exit-codes.ts'

/** Whether the server can do it. Errors: ApiError. */
export const hasCapability = async ({ api }: Session, capability: Capability): Promise<boolean> => {
  const listed = await api.capabilities.list({}).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return { data: [] as string[] }
    throw error
  })
  return (listed.data as readonly string[]).includes(capability)
}

/** Errors: CliError when the server cannot do it, as servers of the first release cannot; ApiError. */
export const requireCapability = async (session: Session, capability: Capability, what: string): Promise<void> => {
  if (!(await hasCapability(session, capability))) throw new CliError(`${session.server} has no ${what}.`)
}

/** Opens a session with a server that can do it. Errors: those of `openSession` and `requireCapability`. */
export const openSessionFor = async (
  options: GlobalOptions,
  capability: Capability,
  what: string,
): Promise<Session> => {
  const session = await openSession(options)
  await requireCapability(session, capability, what)
  return session
}
