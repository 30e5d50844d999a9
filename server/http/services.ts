import { z } from 'zod'
import { type ApiContract, contract, type EndpointDef, type OperationName } from '#shared/contract/index.ts'
import { BoundedList } from './bounded-list.ts'
import {
  type Caller,
  type HandlerInput,
  type HandlerResult,
  type Handlers,
  type RequestContext,
  requireCaller,
  requireViewer,
  type Viewer,
} from './handlers.ts'
import { PreparedAnswer } from './prepared-answer.ts'

/** What a call takes: its checked `params`, `query` and `body`. */
export type Input<O extends OperationName> = O extends `${infer G extends keyof ApiContract}.${infer K}`
  ? HandlerInput<ApiContract[G][K & keyof ApiContract[G]]>
  : never

type ViewerOf<E> = E extends { readonly asksForSession: true }
  ? Caller
  : E extends { readonly policy: 'public' }
    ? null
    : E extends { readonly policy: 'optional' }
      ? Viewer | null
      : Viewer

/** A body that has `data` and at most a message beside it is `data` to its service, or a list that may be cut. */
type Answer<Body> = Body extends { data: infer Data }
  ? [Exclude<keyof Body, 'data' | 'message'>] extends [never]
    ? Data | (Data extends ReadonlyArray<infer Row> ? BoundedList<Row> : never)
    : Body
  : Body

type ServiceCall<E extends EndpointDef, Deps> = (
  deps: Deps,
  viewer: ViewerOf<E>,
  input: HandlerInput<E>,
  context: RequestContext,
) => Promise<Answer<HandlerResult<E>> | PreparedAnswer>

/** The calls of a noun, as its service has them. */
type Service<G extends keyof ApiContract, Deps> = {
  readonly [K in keyof ApiContract[G]]: ApiContract[G][K] extends EndpointDef
    ? ServiceCall<ApiContract[G][K], Deps>
    : never
}

const isEnvelope = ({ response }: EndpointDef): boolean =>
  response instanceof z.ZodObject &&
  'data' in response.shape &&
  Object.keys(response.shape).every((key) => key === 'data' || key === 'message')

const viewerFor = ({ policy, asksForSession }: EndpointDef, context: RequestContext) => {
  if (asksForSession) return requireCaller(context)
  return policy === 'public' || policy === 'optional' ? context.viewer : requireViewer(context)
}

/** The handlers of a noun whose service has the calls themselves. */
export const handlersOf = <G extends keyof ApiContract, Deps>(
  noun: G,
  deps: Deps,
  service: NoInfer<Service<G, Deps>>,
): Handlers[G] => {
  const endpoints: Readonly<Record<string, EndpointDef>> = contract[noun]
  const calls = service as unknown as Readonly<Record<string, ServiceCall<EndpointDef, Deps>>>
  const handlers = Object.entries(endpoints).map(([name, endpoint]) => {
    const call = calls[name]
    if (!call) throw new Error(`The service of ${noun} has no ${name}.`)
    const wraps = isEnvelope(endpoint)
    const handle = async (input: HandlerInput<EndpointDef>, context: RequestContext) => {
      const own = endpoint.mayLag && context.reader ? { ...deps, db: context.reader() } : deps
      const answer = await call(own, viewerFor(endpoint, context) as Viewer, input, context)
      if (answer instanceof BoundedList) return { ...answer }
      return wraps && !(answer instanceof PreparedAnswer) ? { data: answer } : answer
    }
    return [name, handle] as const
  })
  return Object.fromEntries(handlers) as unknown as Handlers[G]
}
