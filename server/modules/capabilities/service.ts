import { capabilityNames } from '#shared/contract/index.ts'
import type { AppDeps } from '#server/deps.ts'

/** What this server can do: all that the contract names. A name joins the contract when all of its calls work. */
export const capabilities = {
  list: async ({ config }: AppDeps) =>
    capabilityNames.filter(
      (name) =>
        (name !== 'mailInvitations' || config.membersInvite !== 'off') &&
        (name !== 'disputes' || config.disputes !== 'off') &&
        (name !== 'publicPages' || config.publicPages !== 'off') &&
        (name !== 'webhooks' || Object.keys(config.webhookTargets).length > 0),
    ),
}
