import type { EndpointDef, OperationName } from '#shared/contract/index.ts'

/** For each call, the name of the event in the log, by the status of the answer. */
const events: Partial<Record<OperationName, Readonly<Record<number, string>>>> = {
  'auth.login': { 401: 'sign-in failed', 403: 'sign-in refused', 429: 'sign-in locked' },
  'auth.secondStep': { 403: 'sign-in refused', 422: 'second step refused', 429: 'second step locked' },
  'twoStep.confirm': { 200: 'two-step sign-in on' },
  'twoStep.switchOff': { 200: 'two-step sign-in off', 429: 'second step locked' },
  'auth.verifyOtp': { 401: 'code refused', 422: 'code refused', 429: 'code locked' },
  'auth.verifyEmailToken': { 422: 'link refused', 429: 'link locked' },
  'auth.resetPassword': { 200: 'password reset', 422: 'link refused', 429: 'link locked' },
  'auth.forgotPassword': { 429: 'reset mail limited' },
  'auth.resendOtp': { 429: 'code mail limited' },
  'auth.register': { 429: 'registration limited' },
  'auth.refreshToken': { 401: 'refresh refused', 429: 'refresh limited' },
  'memberships.setRole': { 200: 'role changed' },
  'memberships.remove': { 200: 'member removed' },
}

/**
 * The security event that an answer means, or null. Besides the table above: every change by an administrator, and
 * every refusal of a person who is none.
 */
export const securityEventOf = (endpoint: EndpointDef | undefined, call: string, status: number): string | null => {
  const event = events[call as OperationName]?.[status]
  if (event || endpoint?.policy !== 'administrator') return event ?? null
  if (status === 403) return 'administrator call refused'
  return status < 300 && endpoint.method !== 'GET' ? 'administrator decision' : null
}
