import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import { maskSecrets } from './mask-secrets.ts'
import { sumUpFaults } from './repeated-faults.ts'

/** Lines of security events have a level of their own, between warn (40) and error (50). */
const SECURITY_LEVEL = { security: 45 } as const

type SecurityLog = { security?: (fields: object, message: string) => void }

/** Writes a line at that level: what somebody looks for after an attack. IDs and words, never an address or a secret. */
export const logSecurityEvent = (logger: object, event: string, fields: Readonly<Record<string, unknown>>): void =>
  (logger as SecurityLog).security?.({ event, ...fields }, event)

/** Fields that never reach a log, wherever in an entry they stand up to this depth. */
const SECRET_FIELDS = [
  'authorization', 'cookie', 'password', 'otp', 'code_hash', 'token', 'accessToken', 'refreshToken', 'invitationToken',
  'secret', 'email', 'emailID', 'to',
] // prettier-ignore
const REDACTED = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])

/** What of an error is logged. PostgreSQL's own carry the connection with its key, and rows in their details. */
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

/** Structured logs, one JSON object a line. Redacted twice: by field, and by what looks like a secret in the line. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  // The program's parts know the usual levels; the one line at the additional level is written by the request log.
  pino(
    {
      level,
      customLevels: SECURITY_LEVEL,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: REDACTED, censor: '[redacted]' },
      hooks: { streamWrite: maskSecrets, logMethod: sumUpFaults() },
    },
    // Written together, at the latest so many milliseconds later and when the process ends: a write a line costs as much as the rest.
    destination ?? pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 100 }),
  ) as unknown as Logger
