import { operations } from '#shared/contract/index.ts'

/** The path of the question that a host of release 1 answers with 404. */
export const CAPABILITIES = '/api/capabilities'

const calls = operations
  .filter(({ endpoint }) => endpoint.since !== undefined)
  .map(({ endpoint }) => ({
    method: endpoint.method,
    path: new RegExp(`^/api${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  }))

/** Whether a call, by its method and its path with a query, is one that only release 2 has. */
export const isOfRelease2 = ({ method, path }: { method: string; path: string }): boolean => {
  const [bare = ''] = path.split('?')
  return bare === CAPABILITIES || calls.some((call) => call.method === method && call.path.test(bare))
}
