import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import { maskSecrets } from './mask-secrets.ts'
import { repeatedFaults } from './repeated-faults.ts'

/** Security events have a level of their own, between warn (40) and error (50). */
const SECURITY_LEVEL = { security: 45 } as const

type SecurityLog = { security?: (fields: object, message: string) => void }

/**
 * Writes a line at the security level, for people who look into an attack. Its fields are IDs and words, never an
 * e-mail address or a secret.
 */
export const logSecurityEvent = (logger: object, event: string, fields: Readonly<Record<string, unknown>>): void =>
  (logger as SecurityLog).security?.({ event, ...fields }, event)

/** Fields that never reach a log, down to this depth of an entry. */
const SECRET_FIELDS = [
  'authorization', 'cookie', 'password', 'otp', 'code_hash', 'token', 'accessToken', 'refreshToken', 'invitationToken',
  'secret', 'email', 'emailID', 'to',
] // prettier-ignore
const REDACTED = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])

/**
 * The parts of an error that are logged. PostgreSQL's own errors also hold the connection with its key, and details
 * that show rows.
 */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/**
 * Structured logs, with one JSON object a line. Secrets are removed twice: by field, and by patterns that look like a
 * secret in the line.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  // Other code uses pino's usual levels; only logSecurityEvent writes at the additional level.
  pino(
    {
      level,
      customLevels: SECURITY_LEVEL,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: REDACTED, censor: '[redacted]' },
      hooks: { streamWrite: maskSecrets, logMethod: repeatedFaults() },
    },
    // Lines are written in batches, after at most this many milliseconds and when the process ends: writing each alone
    // would cost as much as everything else.
    destination ?? pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 100 }),
  ) as unknown as Logger
