import { capabilityNames } from '#shared/contract/index.ts'

/** What this server can do: all that the contract names. A name joins the contract when all of its calls work. */
export const capabilities = { list: async () => [...capabilityNames] }
