import { useCall } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'

export const useChangePassword = () =>
  useCall('account.changePassword', {
    input: (passwords: { oldPassword: string; newPassword: string }) => ({ body: passwords }),
  })

/** Asks for a code to a new address; the password is asked for, too. */
export const useChangeEmail = () =>
  useCall('account.changeEmail', { input: (change: { email: string; password: string }) => ({ body: change }) })

export const useConfirmEmail = () => useCall('account.confirmEmail', { input: (code: string) => ({ body: { code } }) })

/** Gives an account its old address back, for anyone who has the link of the notice. */
export const useTakeBackEmail = () =>
  useCall('account.takeBackEmail', { input: (token: string) => ({ body: { token } }) })

/** Removes payout details that somebody else has changed, for anyone who has the link of the mail. */
export const usePayoutNotMe = () => useCall('payout.notMe', { input: (token: string) => ({ body: { token } }) })

/** Makes a key for an authenticator app, which takes effect with its first code. */
export const useSetUpTwoStep = () => useCall('twoStep.setUp', { input: (password: string) => ({ body: { password } }) })

export const useConfirmTwoStep = () => useCall('twoStep.confirm', { input: (code: string) => ({ body: { code } }) })

type Proofs = { password: string; code: string }
export const useSwitchOffTwoStep = () => useCall('twoStep.switchOff', { input: (body: Proofs) => ({ body }) })
export const useRenewRecoveryCodes = () => useCall('twoStep.renewCodes', { input: (body: Proofs) => ({ body }) })

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
