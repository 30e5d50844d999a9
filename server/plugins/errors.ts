import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { operations, type ErrorDetail } from '#shared/contract/index.ts'
import { isDatabaseAway } from '../db/away.ts'
import { API_PREFIX } from '../http/mount.ts'
import { BODY_LIMIT } from '../http/json-body.ts'
import {
  HttpError,
  isStorageFull,
  notFound,
  rateLimited,
  storageFull,
  tookTooLong,
  unavailable,
} from '../http/errors.ts'

/**
 * Answers every failure in the contract's error envelope, which shows nothing of the server's insides. `note` is called
 * with each.
 */
export const answerErrors = (app: FastifyInstance, note: (error: unknown) => void = () => {}) => {
  app.setErrorHandler((error: unknown, request, reply) => {
    note(error)
    const answer = toHttpError(error, request.routeOptions.bodyLimit)
    if (answer.status >= 500 && !isHangUp(request))
      request.log.error({ reqId: request.id, err: error }, 'request failed')
    return sendError(reply, request, answer)
  })
}

/** Whether the sender broke the request off; an error while reading it is then no fault of ours. */
const isHangUp = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

export const sendError = (reply: FastifyReply, request: FastifyRequest, error: HttpError) =>
  reply
    .headers(error.headers)
    .status(error.status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        message: error.message,
        code: error.code,
        ...(error.details && { details: error.details }),
        ...(error.newer !== undefined && { newer: error.newer }),
        requestId: request.id,
      }),
    )

/** The answer that a thrown value becomes for the caller. */
export const toHttpError = (error: unknown, bodyLimit = BODY_LIMIT): HttpError => {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error.validation)
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new HttpError(413, 'BODY_TOO_LARGE', `A body of this call has at most ${bodyLimit / 1024} KiB.`)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Bodies are sent as application/json.')
  // PostgreSQL cancelled a statement (query_canceled).
  if (code === '57014') return tookTooLong(error)
  if (code === '23505') return new HttpError(409, 'CONFLICT', 'Somebody else has just changed that.', { cause: error })
  if (isStorageFull(error)) return storageFull(error)
  if (isDatabaseAway(error)) return unavailable('The server is busy. Please try again in a moment.', error)
  if (statusCode === 429) return rateLimited(60)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new HttpError(400, 'INVALID_INPUT', 'The request is not well formed.', { cause: error })
  return new HttpError(500, 'INTERNAL', 'Something went wrong on our side. Please try again.', { cause: error })
}

type Issue = { instancePath: string; message?: string; params?: Record<string, unknown>; keyword?: string }

const invalidInput = (issues: readonly Issue[]): HttpError => {
  const details = issues.map(toDetail)
  return new HttpError(422, 'INVALID_INPUT', details[0]?.message ?? 'That is not valid.', { details })
}

const toDetail = (issue: Issue): ErrorDetail => {
  const path = issue.instancePath.replace(/^\//, '').replaceAll('/', '.')
  const isMissing = issue.keyword === 'invalid_type' && issue.message?.endsWith('received undefined')
  return { path, message: isMissing ? `'${path}' is required.` : (issue.message ?? 'That is not valid.') }
}

/** 404 for unknown calls, 405 with Allow for known paths with another method. */
export const unknownCall = (request: FastifyRequest): HttpError => {
  const path = (request.url.split('?')[0] ?? '').replace(/\/+$/, '')
  const allowed = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (allowed.length === 0) return notFound('There is no such call.')
  return notAllowed(request, [...new Set(allowed)].join(', '))
}

export const notAllowed = ({ method }: FastifyRequest, allow: string) =>
  new HttpError(405, 'METHOD_NOT_ALLOWED', `${method} is not possible here.`, { headers: { allow } })

const paths = operations.map(({ endpoint }) => ({
  method: endpoint.method,
  pattern: new RegExp(`^${API_PREFIX}${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
}))
