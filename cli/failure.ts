import { isApiError } from '../shared/api-client/index.ts'
import { brand } from '../shared/brand.ts'
import { CliError, exitCode, type ExitCode } from './exit-codes.ts'

/** The sentence for the person and the code for the script, of whatever a command threw. */
export const describeFailure = (error: unknown): { message: string; code: ExitCode } => {
  if (error instanceof CliError) return { message: error.message, code: error.exitCode }
  if (!isApiError(error))
    return {
      message: `Something went wrong in ${brand.cli} itself: ${error instanceof Error ? error.message : String(error)}`,
      code: exitCode.failed,
    }
  if (error.operation.startsWith('auth.')) return { message: failureText(error), code: exitCode.failed }
  if (error.status === 401) {
    const renewal = process.env['GUILDHALL_TOKEN'] ? ' --print-token, and renew GUILDHALL_TOKEN' : ''
    return {
      message: `Your session has ended. Sign in again with: ${brand.cli} login${renewal}`,
      code: exitCode.notSignedIn,
    }
  }
  return { message: failureText(error), code: error.status === 403 ? exitCode.refused : exitCode.failed }
}

const unanswered: Readonly<Record<string, string>> = {
  NETWORK: 'the server did not answer; is it running, and is its address right?',
  TIMEOUT: 'the server took too long to answer.',
}

/** What went wrong with one call: the call's own text, and the server's reason where it adds one. */
export const failureText = (error: unknown): string => {
  if (!isApiError(error)) return error instanceof Error ? error.message : String(error)
  const reason = unanswered[error.code] ?? error.serverMessage
  const details = error.details.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
  return [error.message, reason, details].filter((part, at, all) => part && all.indexOf(part) === at).join(': ')
}
