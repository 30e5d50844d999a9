import { isApiError } from '../shared/api-client/api-error.ts'
import { brand } from '../shared/brand.ts'
import { CliError, exitCode, type ExitCode } from './exit-codes.ts'
import { unansweredText } from './unanswered.ts'

/** The sentence for the person and the exit code for the script, for whatever a command threw. */
export const describeFailure = (error: unknown): { message: string; code: ExitCode } => {
  if (error instanceof CliError) return { message: error.message, code: error.exitCode }
  if (!isApiError(error))
    return {
      message: `Something went wrong in ${brand.cli} itself: ${error instanceof Error ? error.message : String(error)}`,
      code: exitCode.failed,
    }
  if (error.operation.startsWith('auth.')) return { message: failureText(error), code: exitCode.failed }
  if (error.status === 401 && !error.code.startsWith('HTTP_')) {
    const renewal = process.env['GUILDHALL_TOKEN'] ? ' --print-token, and renew GUILDHALL_TOKEN' : ''
    return {
      message: `Your session has ended. Sign in again with: ${brand.cli} login${renewal}`,
      code: exitCode.notSignedIn,
    }
  }
  return { message: failureText(error), code: error.status === 403 ? exitCode.refused : exitCode.failed }
}

/**
 * The text of a failed call: its own text, then why there was no answer or what the server said, then the refused input
 * if not named yet. A server's fault ends with the request ID, which finds it in the server's log.
 */
export const failureText = (error: unknown): string => {
  if (!isApiError(error)) return error instanceof Error ? error.message : String(error)
  const { message, serverMessage, details, status, requestId } = error
  const said = [message, unansweredText(error) ?? serverMessage, ...details.map((detail) => detail.message)]
  const given = said.filter((part) => part !== '')
  const parts = given.map((part) => part.replace(/\.$/, ''))
  // The message about a refused field is often the same as the answer's message.
  const once = parts.filter(
    (part, at) => !parts.some((other, place) => place !== at && other.includes(part) && (other !== part || place < at)),
  )
  const text = `${once.join(': ')}${/[.?]$/.test(given.at(-1) ?? '') && !/\?$/.test(once.at(-1) ?? '') ? '.' : ''}`
  return status >= 500 && requestId ? `${text} (request ${requestId})` : text
}

/** The lines that --debug prints about a failure: where it happened, and everything that led to it. No line holds a token. */
export const debugLines = (error: unknown): string[] => {
  const lines: string[] = []
  for (let at = error; at instanceof Error; at = at.cause)
    lines.push(
      isApiError(at) ? `${at.operation}: ${at.status} ${at.code} ${at.reason ?? ''}` : (at.stack ?? at.message),
    )
  return lines
}
