import { findEndpoint, operations, type OperationName, type Stated } from './index.ts'

// The sign-in screens need these lists and must not load the contract: in the renderer's bundles they are data (scripts/outlines.ts).

/** The reads that each call makes stale that writes, here or as a file on the device. */
export const stale = Object.fromEntries(
  operations
    .filter(({ endpoint: { method, transfer } }) => method !== 'GET' || transfer === 'download')
    .map(({ operation, endpoint }) => [operation, endpoint.stale ?? []]),
) as Readonly<Record<OperationName, readonly Stated<'stale'>[number][]>>

/** The reads that are about one project, task or request, and the parameter that names it. */
export const about = Object.fromEntries(
  operations.flatMap(({ operation, endpoint }) => (endpoint.about ? [[operation, endpoint.about]] : [])),
) as Readonly<Partial<Record<OperationName, Stated<'about'>>>>

const things: Readonly<Record<string, 'projectID' | 'taskID' | 'requestID'>> = {
  projects: 'projectID',
  'user-projects': 'projectID',
  'user-tasks': 'taskID',
  requests: 'requestID',
}
/** The project, task or request with which the path of a call begins, and the parameter that names it. */
export const subjects = Object.fromEntries(
  Object.keys(stale).flatMap((operation) => {
    const [, first = '', param] = /^\/([\w-]+)\/:(\w+)/.exec(findEndpoint(operation)?.path ?? '') ?? []
    const thing = things[first]
    return thing && param ? [[operation, [thing, param]]] : []
  }),
) as Readonly<Partial<Record<OperationName, readonly [thing: 'projectID' | 'taskID' | 'requestID', param: string]>>>
