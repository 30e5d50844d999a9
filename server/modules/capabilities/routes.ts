import { capabilityNames } from '../../../shared/contract/index.ts'
import type { Handlers } from '../../http/handlers.ts'

/** What this server can do: all that the contract names. A name joins the contract when all of its calls work. */
export const capabilitiesRoutes = (): Handlers['capabilities'] => ({
  list: async () => ({ data: [...capabilityNames] }),
})
