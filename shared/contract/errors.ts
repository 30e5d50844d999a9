import { z } from 'zod'

/** Every code our server sends. Another host's codes are read as plain text. */
export const errorCodes = [
  'INVALID_INPUT',
  'INVALID_OTP',
  'INVALID_CREDENTIALS',
  'EMAIL_NOT_VERIFIED',
  'NOT_AUTHENTICATED',
  'INVITATION_REQUIRED',
  'INVALID_TOKEN',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'EMAIL_TAKEN',
  'USERNAME_TAKEN',
  'ACCOUNT_TAKEN',
  'RATE_LIMITED',
  'BODY_TOO_LARGE',
  'QUOTA_EXCEEDED',
  'UNSUPPORTED_MEDIA_TYPE',
  'HOST_NOT_ALLOWED',
  'TIMEOUT',
  'UNAVAILABLE',
  'STORAGE_FULL',
  'INTERNAL',
] as const
export type ErrorCode = (typeof errorCodes)[number]

export const errorDetail = z.object({ path: z.string(), message: z.string() })
export type ErrorDetail = z.output<typeof errorDetail>

/**
 * The one error envelope. `isEmailVerified` is sent by login alone: false opens the code step. `newer` comes with the 409
 * of an edit that was based on an old version: the thing as it is now.
 */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  details: z.array(errorDetail).optional(),
  requestId: z.string().optional(),
  isEmailVerified: z.boolean().optional(),
  newer: z.unknown().optional(),
})
export type ErrorBody = z.output<typeof errorBody>
