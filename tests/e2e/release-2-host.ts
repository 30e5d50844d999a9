import { operations } from '#shared/contract/index.ts'

/** The names of what release 3 brought; a host of release 2 lists none of them. */
export const namesOfRelease3: readonly string[] = [
  ...['rewards', 'claims', 'payouts', 'disputes', 'records', 'ratings', 'mailInvitations', 'publicPages', 'reports'],
  ...['eventFeed', 'webhooks', 'calendar', 'stages', 'wishes'],
]

const calls = operations
  .filter(({ endpoint }) => endpoint.since !== undefined && namesOfRelease3.includes(endpoint.since))
  .map(({ endpoint }) => ({
    method: endpoint.method,
    path: new RegExp(`^/api${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  }))

/** Whether a call, by its method and its path with a query, is one that only release 3 has. */
export const isOfRelease3 = ({ method, path }: { method: string; path: string }): boolean => {
  const [bare = ''] = path.split('?')
  return calls.some((call) => call.method === method && call.path.test(bare))
}
