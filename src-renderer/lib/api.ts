import { ApiError } from '#shared/api-client/api-error.ts'
import type { Api } from '#shared/api-client/client-call.ts'

export { isApiError, isRefusal, isUnreachable } from '#shared/api-client/api-error.ts'

type AnyCall = (...given: unknown[]) => Promise<unknown>
type AnyClient = Readonly<Record<string, Readonly<Record<string, AnyCall>>>>

let loading: Promise<AnyClient> | undefined
const load = (): Promise<AnyClient> =>
  (loading ??= import('./api-client.ts').then(({ client }) => client as unknown as AnyClient)).catch(() => {
    loading = undefined
    throw notLoaded()
  })

/** Code that did not arrive is treated as a failed network; the next call loads it again. */
const notLoaded = () =>
  new ApiError(
    'app.load',
    { failure: { text: 'The server cannot be reached right now.', prefer: 'fixed' } },
    {
      ok: false,
      status: 0,
      error: { code: 'NETWORK', message: '' },
    },
  )

/** Loads the client's code ahead of the first call, as soon as a call is certain. */
export const prepareApi = (): void => void load().catch(() => undefined)

/**
 * The app's one client. The contract and its schemas are loaded with the first call, so that the sign-in screens are
 * painted without them.
 */
export const api = new Proxy({} as Api, {
  get: (_api, group: string) =>
    new Proxy(
      {},
      {
        get:
          (_group, name: string): AnyCall =>
          async (...given) => {
            const call = (await load())[group]?.[name]
            if (!call) throw new Error(`The contract has no call ${group}.${name}.`)
            return call(...given)
          },
      },
    ),
})
