import type { Scope } from '#shared/contract/index.ts'
import { useCall } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'

type NewToken = { name: string; scopes: Scope[]; endsAt: string }

/** Makes an access token; only this answer has the token itself. */
export const useCreateToken = () =>
  useCall('tokens.create', { input: (body: NewToken) => ({ body }), isReloadAwaited: true })

/** Revokes one of the viewer's access tokens. One that is revoked already is off the list after the failure. */
export const useRevokeToken = () =>
  useCall('tokens.revoke', {
    input: (id: string) => ({ params: { id } }),
    sameWhen: (id) => id,
    isStaleAfter: (error) => isApiError(error) && error.status === 404,
    isReloadAwaited: true,
  })
