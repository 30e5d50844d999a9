import { useCall } from '../../data/use-call.ts'
import { isApiError } from '../../lib/api.ts'

export const useChangePassword = () =>
  useCall('account.changePassword', {
    input: (passwords: { oldPassword: string; newPassword: string }) => ({ body: passwords }),
  })

/** Ends one of the viewer's sessions. One that has ended already is off the list after the failure. */
export const useEndSession = () =>
  useCall('account.endSession', {
    input: (id: string) => ({ params: { id } }),
    sameWhen: (id) => id,
    isStaleAfter: (error) => isApiError(error) && error.status === 404,
    isReloadAwaited: true,
  })

export const useEndOtherSessions = () =>
  useCall('account.endOtherSessions', { input: () => ({}), isReloadAwaited: true })
