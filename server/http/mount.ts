import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { CHANGED_HEADER } from '#shared/contract/endpoint.ts'
import {
  CONFIRMED_MINUTES,
  errorBody,
  operations,
  type EndpointDef,
  type OperationName,
} from '#shared/contract/index.ts'
import { GivenUp, type HeavyKind, type HeavyWork } from '../process/heavy-work.ts'
import type { Replicas } from '../db/replicas.ts'
import type { WriteBudget } from '../limits/write-budget.ts'
import {
  type Callers,
  type TokenClaims,
  type Handlers,
  type RequestContext,
  requireViewer,
  type Viewer,
} from './handlers.ts'
import { hasNullCharacter } from './json-body.ts'
import { invalid } from './errors.ts'
import { networkOf } from './network.ts'
import { knownTags, PreparedAnswer, sendPrepared } from './prepared-answer.ts'
import { isWrite, readsToken, refusalByScope, refusalFor } from './policies.ts'
import { acceptUploads, incomingFile, OutgoingFile, OutgoingStream, sendFile, sendStream } from './transfer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route serves; routes outside of the contract have none. */
    operation?: OperationName
    endpoint?: EndpointDef
    /** Set when programs call the route every few seconds, so that its successes are logged at debug level only. */
    isPolled?: true
  }
  interface FastifyRequest {
    viewer: Viewer | null
    /** Whom the request's token names, before the session is looked up. */
    claimed: TokenClaims | null
  }
}

export const API_PREFIX = '/api'

/** Nouns whose calls tell administrators about their own right, and nothing about others. */
const aboutOneself: ReadonlySet<string> = new Set(['users', 'twoStep', 'tokens', 'account'])

type AnyHandler = (input: unknown, context: RequestContext) => Promise<unknown>

/** What the API reference says of a call that asks who acts. */
const confirmation = {
  never: '',
  session: ` The session must have been confirmed in the last ${CONFIRMED_MINUTES} minutes.`,
  secondStep: ` With two-step sign-in, the session must have been confirmed in the last ${CONFIRMED_MINUTES} minutes.`,
} as const

/** What it says of a call whose answer may be read from a replica. */
const MAY_LAG = ` The answer may be a second old where the server has replicas; \`${CHANGED_HEADER}: N\` asks for all of N milliseconds ago.`

/** The schemas of a call that fastify checks and the API reference shows. */
export const routeSchema = (operation: string, endpoint: EndpointDef) => ({
  operationId: operation,
  summary: endpoint.summary,
  description: `Policy: ${endpoint.policy}.${confirmation[endpoint.confirms ?? 'never']}${endpoint.mayLag ? MAY_LAG : ''}`,
  tags: [operation.split('.')[0] ?? ''],
  ...(endpoint.params && { params: endpoint.params }),
  ...(endpoint.query && { querystring: endpoint.query }),
  ...(endpoint.body && { body: endpoint.body }),
  response: { [endpoint.status ?? 200]: endpoint.response, '4xx': errorBody, '5xx': errorBody },
})

/** Does the work in a place of the viewer, which is free again when the work is done and its answer has been taken. */
const inPlace = async <T>(take: HeavyWork[HeavyKind], context: RequestContext, work: () => Promise<T>): Promise<T> => {
  const over = context.over()
  const leave = await take(requireViewer(context).userID, over)
  try {
    return await work()
  } finally {
    if (over.aborted) leave()
    else over.addEventListener('abort', leave, { once: true })
  }
}

const whenOver = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  const end = () => controller.abort()
  if (raw.writableFinished || raw.destroyed) end()
  else raw.once('finish', end).once('close', end)
  return controller.signal
}

type Mounting = { callers: Callers; budget: WriteBudget; heavy: HeavyWork; replicas?: Replicas | undefined }

/** How many milliseconds ago the client has changed something, as it says: just now where that cannot be read. */
const changedAgo = ({ headers }: FastifyRequest): number | undefined => {
  const said = headers[CHANGED_HEADER]
  if (said === undefined) return undefined
  return typeof said === 'string' && /^\d+$/.test(said) ? Number(said) : 0
}

/**
 * Adds one route below `/api` for each call of the contract, which gives the schemas, status and policy.
 */
/** The most bytes of a body that a stranger sends: none of them is in need of more, and each may be held back for half a minute. */
const STRANGERS_BODY = 16 * 1024

export const mountContract = (
  app: FastifyInstance,
  handlers: Handlers,
  { callers, budget, heavy, replicas }: Mounting,
) => {
  app.decorateRequest('viewer', null)
  app.decorateRequest('claimed', null)
  for (const { operation: named, endpoint } of operations) {
    const operation = named as OperationName
    const [group = '', name = ''] = operation.split('.')
    const handle = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[group]?.[name]
    if (!handle) throw new Error(`The call ${operation} has no handler.`)
    const status = endpoint.status ?? 200
    const counts = isWrite(operation, endpoint)
    const limitOfBody = endpoint.policy === 'public' ? STRANGERS_BODY : endpoint.maxBodyBytes
    const route: RouteOptions = {
      method: endpoint.method,
      url: `${API_PREFIX}${endpoint.path}`,
      config: { operation, endpoint },
      schema: routeSchema(operation, endpoint),
      ...(limitOfBody !== undefined && { bodyLimit: limitOfBody }),
      // Runs before the body is read: a stranger's body costs no parsing, and the answer reveals nothing about it.
      onRequest: async (request) => {
        if (readsToken(endpoint.policy)) request.claimed = await callers.claimed(request)
        const { claimed } = request
        const tooMuch = refusalByScope(endpoint.scope, claimed?.scopes)
        if (tooMuch) throw tooMuch
        if (claimed && endpoint.asksForSession) return counts ? budget.spend(claimed.userID) : undefined
        const verified =
          claimed && (await callers.verify(claimed, counts ? budget.keyToRead(claimed.userID) : undefined))
        const viewer = (request.viewer = verified?.viewer ?? null)
        const refusal = refusalFor(endpoint.policy, viewer)
        if (refusal) throw refusal
        if (!viewer) return
        if (counts) await budget.spend(viewer.userID, verified?.count)
        if (endpoint.confirms) await callers.requireConfirmed(viewer, endpoint.confirms)
        if (endpoint.policy === 'administrator') return callers.requireTwoStep(viewer)
        // Elsewhere an administrator who may not act as one is answered like everybody.
        const isMore = viewer.isAdministrator && !aboutOneself.has(group)
        if (isMore && !(await callers.mayAdminister(viewer, claimed?.scopes)))
          request.viewer = { ...viewer, isAdministrator: false }
      },
      preValidation: async (request) => {
        if (endpoint.body) request.body ??= {}
        // PostgreSQL cannot store NUL characters in text, and no field has a use for them.
        for (const part of ['params', 'query', 'body'] as const)
          if (hasNullCharacter(request[part])) throw invalid(part, 'Text must not contain NUL characters.')
      },
      handler: async (request, reply) => {
        const { claimed } = request
        let over: AbortSignal | undefined
        const context: RequestContext = {
          viewer: request.viewer,
          caller:
            claimed && endpoint.asksForSession
              ? { ...claimed, verify: async () => (await callers.verify(claimed)).viewer }
              : null,
          scopes: claimed?.scopes,
          ip: networkOf(request.ip),
          agent: request.headers['user-agent'] ?? '',
          setHeader: (header, value) => void reply.header(header, value),
          note: (fields) => void (request.notes = { ...request.notes, ...fields }),
          knownTags: knownTags(request.headers['if-none-match']),
          over: () => (over ??= whenOver(reply)),
          ...(replicas && { reader: () => replicas.reader(claimed?.userID, changedAgo(request)) }),
        }
        const { params, query, body } = request
        try {
          const work = async () => {
            const file = endpoint.transfer === 'upload' ? await incomingFile(request) : undefined
            return handle({ params, query, body, ...(file && { file }) }, context)
          }
          const answer = await (endpoint.heavy ? inPlace(heavy[endpoint.heavy], context, work) : work())
          if (answer instanceof OutgoingFile) return sendFile(reply, answer)
          if (answer instanceof OutgoingStream) return sendStream(reply, answer)
          return answer instanceof PreparedAnswer ? sendPrepared(reply, answer) : reply.status(status).send(answer)
        } catch (error) {
          if (error instanceof GivenUp) return reply
          throw error
        } finally {
          if (claimed && endpoint.method !== 'GET') replicas?.changed(claimed.userID)
        }
      },
    }
    if (endpoint.transfer === 'upload')
      void app.register(async (scope) => {
        await acceptUploads(scope)
        scope.route(route)
      })
    else app.route(route)
  }
}
