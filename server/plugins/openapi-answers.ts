import type { EndpointDef, ErrorCode, FailureStatus, OperationName } from '#shared/contract/index.ts'
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
} as const satisfies Record<FailureStatus, { name: string; means: string; codes: readonly ErrorCode[] }>
/** The statuses with which a call can fail, and the codes of each. */
export const failuresOf = (
  operation: string,
  endpoint: EndpointDef,
): ReadonlyMap<FailureStatus, readonly ErrorCode[]> => {
  const { policy, method, confirms, params, query, body, transfer } = endpoint
  const isOfProject = policy.startsWith('project.') || policy.endsWith('.party')
  const statuses: Record<FailureStatus, boolean> = {
    400: true,
    401: policy !== 'public',
    // A token may lack the call's scope.
    403: policy !== 'public',
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
  const forbidden: ErrorCode[] = [
    'FORBIDDEN',
    ...(policy === 'administrator' ? (['TWO_STEP_REQUIRED'] as const) : []),
    ...(confirms ? (['CONFIRMATION_REQUIRED'] as const) : []),
  ]
  const own: NonNullable<EndpointDef['fails']> = {
    ...(forbidden.length > 1 && { 403: forbidden }),
    ...endpoint.fails,
  }
  const all = Object.keys(failures).map((status) => Number(status) as FailureStatus)
  return new Map(
    all
      .filter((status) => statuses[status] || own[status])
      .map((status) => [status, [own[status] ?? failures[status].codes].flat()]),
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
