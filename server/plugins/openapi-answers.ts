import type { EndpointDef, ErrorCode, OperationName } from '../../shared/contract/index.ts'
import { limitsInWords } from './openapi-limits.ts'

/** The meaning of each failure status in every call, and the codes that come with it unless a call has its own. */
const failures = {
  400: { name: 'Malformed', means: 'The request is not well formed.', codes: ['INVALID_INPUT'] },
  401: { name: 'NotAuthenticated', means: 'No token, or one that is not good any more.', codes: ['NOT_AUTHENTICATED'] },
  403: { name: 'Forbidden', means: 'Known, but not yours to do.', codes: ['FORBIDDEN'] },
  404: { name: 'NotFound', means: 'It does not exist, or you may not know that it does.', codes: ['NOT_FOUND'] },
  409: { name: 'Conflict', means: 'The state does not allow it, or somebody was quicker.', codes: ['CONFLICT'] },
  413: { name: 'TooLarge', means: 'The body is too large.', codes: ['BODY_TOO_LARGE'] },
  415: { name: 'WrongMediaType', means: 'The body is of another type.', codes: ['UNSUPPORTED_MEDIA_TYPE'] },
  422: { name: 'Invalid', means: 'The input is not valid; `details` names the fields.', codes: ['INVALID_INPUT'] },
  429: { name: 'RateLimited', means: 'Too often: `Retry-After` says when to go on.', codes: ['RATE_LIMITED'] },
  500: { name: 'Internal', means: 'A fault of the server.', codes: ['INTERNAL'] },
  503: { name: 'Unavailable', means: 'Something the server needs does not answer.', codes: ['UNAVAILABLE', 'TIMEOUT'] },
  507: { name: 'StorageFull', means: 'The server has no room left.', codes: ['STORAGE_FULL'] },
} as const satisfies Record<number, { name: string; means: string; codes: readonly ErrorCode[] }>
export type FailureStatus = keyof typeof failures

/** The codes of calls that differ from the usual ones of their status. */
const special: Partial<Record<OperationName, Partial<Record<FailureStatus, readonly ErrorCode[]>>>> = {
  'auth.register': {
    403: ['INVITATION_REQUIRED'],
    409: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'ACCOUNT_TAKEN', 'CONFLICT'],
  },
  'auth.login': { 401: ['INVALID_CREDENTIALS'] },
  'auth.secondStep': { 403: ['FORBIDDEN'], 422: ['INVALID_INPUT', 'INVALID_OTP', 'INVALID_TOKEN'] },
  'auth.verifyOtp': { 422: ['INVALID_INPUT', 'INVALID_OTP'] },
  'auth.codeMail': { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
  'auth.verifyEmailToken': { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
  'auth.registrationOfLink': { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
  'auth.verifyResetToken': { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
  'auth.resetPassword': { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
  'auth.refreshToken': { 401: ['INVALID_TOKEN'] },
  'waitlist.validateInvitation': { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
  'waitlist.remove': { 404: ['NOT_FOUND'] },
  'waitlist.createInvitation': { 409: ['EMAIL_TAKEN', 'CONFLICT'] },
  'projects.apply': { 409: ['CONFLICT'] },
  'memberships.invite': { 409: ['CONFLICT'] },
  'memberships.answer': { 409: ['CONFLICT'] },
  'memberships.answerById': { 409: ['CONFLICT'] },
  'memberships.setRole': { 409: ['CONFLICT'] },
  'memberships.remove': { 409: ['CONFLICT'] },
  'creatorApplications.apply': { 409: ['CONFLICT'] },
  'creatorApplications.get': { 403: ['FORBIDDEN'], 404: ['NOT_FOUND'] },
  'creatorApplications.ofUser': { 403: ['FORBIDDEN'], 404: ['NOT_FOUND'] },
  'creatorApplications.update': { 404: ['NOT_FOUND'], 409: ['CONFLICT'] },
  'creatorApplications.approve': { 404: ['NOT_FOUND'], 409: ['CONFLICT'] },
  'creatorApplications.reject': { 404: ['NOT_FOUND'], 409: ['CONFLICT'] },
  'account.confirmEmail': { 422: ['INVALID_INPUT', 'INVALID_OTP'] },
  'account.takeBackEmail': { 409: ['EMAIL_TAKEN'], 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
  'administration.suspend': { 404: ['NOT_FOUND'], 409: ['CONFLICT'] },
  'administration.restore': { 404: ['NOT_FOUND'], 409: ['CONFLICT'] },
  'administration.signOut': { 404: ['NOT_FOUND'] },
  'administration.revokeAdmin': { 404: ['NOT_FOUND'], 409: ['CONFLICT'] },
  'twoStep.setUp': { 409: ['CONFLICT'] },
  'twoStep.confirm': { 409: ['CONFLICT'], 422: ['INVALID_INPUT', 'INVALID_OTP'] },
  'twoStep.switchOff': { 409: ['CONFLICT'], 422: ['INVALID_INPUT', 'INVALID_OTP'] },
  'twoStep.renewCodes': { 409: ['CONFLICT'], 422: ['INVALID_INPUT', 'INVALID_OTP'] },
  'audit.list': { 403: ['FORBIDDEN'], 404: ['NOT_FOUND'] },
  'account.endSession': { 404: ['NOT_FOUND'] },
  'ownData.downloadExport': { 404: ['NOT_FOUND'] },
  'ownData.askDeletion': { 409: ['CONFLICT'] },
  'ownData.takeBackDeletion': { 409: ['CONFLICT'] },
  'savedProjects.add': { 409: ['CONFLICT'] },
  'savedSearches.create': { 409: ['CONFLICT'] },
  'savedSearches.update': { 404: ['NOT_FOUND'] },
  'savedSearches.remove': { 404: ['NOT_FOUND'] },
  'tokens.create': { 409: ['CONFLICT'] },
  'tokens.revoke': { 404: ['NOT_FOUND'] },
  'people.profileByUsername': { 404: ['NOT_FOUND'] },
  'reputation.lines': { 404: ['NOT_FOUND'] },
  'tasks.create': { 409: ['CONFLICT'] },
  'tasks.update': { 409: ['CONFLICT'] },
  'payments.create': { 409: ['CONFLICT'] },
  'payments.bulk': { 409: ['CONFLICT'] },
  'payments.void': { 409: ['CONFLICT'] },
  'files.upload': { 409: ['CONFLICT'], 413: ['BODY_TOO_LARGE', 'QUOTA_EXCEEDED'], 422: ['INVALID_INPUT'] },
}

/** The statuses with which a call can fail, and the codes of each. */
export const failuresOf = (
  operation: string,
  endpoint: EndpointDef,
): ReadonlyMap<FailureStatus, readonly ErrorCode[]> => {
  const { policy, method, params, query, body, transfer } = endpoint
  const isOfProject = policy.startsWith('project.') || policy === 'request.party'
  const statuses: Record<FailureStatus, boolean> = {
    400: true,
    401: policy !== 'public',
    403: isOfProject || policy === 'creator' || policy === 'administrator',
    404: isOfProject,
    409: false,
    413: body !== undefined,
    415: body !== undefined || transfer === 'upload',
    422: (params ?? query ?? body) !== undefined,
    429: limitsInWords(operation as OperationName).length > 0,
    500: true,
    503: true,
    507: method !== 'GET',
  }
  const ofPolicy = policy === 'administrator' ? { 403: ['FORBIDDEN', 'TWO_STEP_REQUIRED'] as const } : {}
  const own: Partial<Record<FailureStatus, readonly ErrorCode[]>> = {
    ...ofPolicy,
    ...special[operation as OperationName],
  }
  const all = Object.keys(failures).map((status) => Number(status) as FailureStatus)
  return new Map(
    all
      .filter((status) => statuses[status] || own[status])
      .map((status) => [status, own[status] ?? failures[status].codes]),
  )
}

const retryAfter = { 'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 1 } } }
const envelope = { $ref: '#/components/schemas/Error' }
const failure = (status: FailureStatus, codes: readonly ErrorCode[]) => ({
  description: `${failures[status].means} Code: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  ...(status === 429 && { headers: retryAfter }),
  content: {
    'application/json': { schema: { allOf: [envelope, { type: 'object', properties: { code: { enum: codes } } }] } },
  },
})

/**
 * The description of each status, written once for the calls to refer to, and those that any call can be answered with.
 */
export const sharedAnswers = {
  ...Object.fromEntries(
    Object.entries(failures).map(([status, { name, codes }]) => [
      name,
      failure(Number(status) as FailureStatus, codes),
    ]),
  ),
  Refused: {
    description:
      'Any other refusal: 403 or 421 `HOST_NOT_ALLOWED` for a page or a name that the server does not know, 405 `METHOD_NOT_ALLOWED`, 408 `TIMEOUT`, 431 `BODY_TOO_LARGE`.',
    content: { 'application/json': { schema: envelope } },
  },
  Failed: { description: 'Any other failure.', content: { 'application/json': { schema: envelope } } },
}

const refer = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** The failures of a call, in the form of its `responses`. */
export const failureAnswers = (operation: string, endpoint: EndpointDef): Record<string, object> => ({
  ...Object.fromEntries(
    [...failuresOf(operation, endpoint)].map(([status, codes]) => {
      const isUsual = codes.join() === failures[status].codes.join()
      return [status, isUsual ? refer(failures[status].name) : failure(status, codes)]
    }),
  ),
  '4XX': refer('Refused'),
  '5XX': refer('Failed'),
})
