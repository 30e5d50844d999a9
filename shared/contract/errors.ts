import { z } from 'zod'

/** Every code our server sends. Codes of other hosts are read as plain text. */
export const errorCodes = [
  'INVALID_INPUT',
  'INVALID_OTP',
  'INVALID_CREDENTIALS',
  'EMAIL_NOT_VERIFIED',
  'NOT_AUTHENTICATED',
  'INVITATION_REQUIRED',
  'INVALID_TOKEN',
  'FORBIDDEN',
  'TWO_STEP_REQUIRED',
  'CONFIRMATION_REQUIRED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'CAP_REACHED',
  'QUEUE_FULL',
  'BUDGET_SHORT',
  'OFFER_HELD',
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

export const errorDetail = z
  .object({
    path: z.string().meta({ description: 'The field, with dots between its parts.', examples: ['title'] }),
    message: z.string().meta({ description: 'What is wrong with it.', examples: ["'title' is required."] }),
  })
  .meta({ id: 'ErrorDetail', description: 'One field of the input that is not valid.' })
export type ErrorDetail = z.output<typeof errorDetail>

/**
 * The shape of every error answer. Only login sends `isEmailVerified`: false opens the step that asks for the code.
 * `newer` comes with the 409 of an edit based on an old version: the record as it is now.
 */
export const errorBody = z
  .object({
    message: z.string().meta({ description: 'What a person reads.', examples: ["'title' is required."] }),
    code: z.string().meta({ description: 'What a program compares.', examples: ['INVALID_INPUT'] }),
    details: z.array(errorDetail).optional().meta({ description: 'The fields of invalid input.' }),
    requestId: z
      .string()
      .optional()
      .meta({ description: "Finds the call in the server's log.", examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
    isEmailVerified: z
      .boolean()
      .optional()
      .meta({ description: 'Sent by `auth.login` alone: false when a code must be entered first.', examples: [false] }),
    newer: z.unknown().optional().meta({ description: 'With the 409 of a stale edit: the present record.' }),
  })
  .meta({ id: 'Error', description: 'Every failure has this shape.' })
export type ErrorBody = z.output<typeof errorBody>
