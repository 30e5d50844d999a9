import { operations } from '../../shared/contract/index.ts'

/** The path of the question that a host of release 1 answers with 404. */
export const CAPABILITIES = '/api/capabilities'

const patterns = operations
  .filter(({ endpoint }) => endpoint.capability !== undefined)
  .map(({ endpoint }) => new RegExp(`^/api${endpoint.path.replace(/:\w+/g, '[^/]+')}$`))

/** Whether a path, with its query, is one that only release 2 has. */
export const isOfRelease2 = (path: string): boolean => {
  const [bare = ''] = path.split('?')
  return bare === CAPABILITIES || patterns.some((pattern) => pattern.test(bare))
}
