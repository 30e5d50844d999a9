import { isApiError } from '../shared/api-client/api-error.ts'
import type { Session } from './context.ts'
import { say } from './output/printer.ts'
import { ask, canAsk } from './terminal.ts'

const otherwise = 'sign in again, and run the command within 10 minutes'

/**
 * Asks for the proof of identity that the server wants, and sends it. On a terminal it asks again after a wrong code.
 */
const confirmIdentity = async ({ api }: Session, hasCode: boolean): Promise<void> => {
  const password = process.env['GUILDHALL_PASSWORD'] || (await ask({ message: 'Password', isHidden: true, otherwise }))
  for (;;) {
    const message = 'Code of your authenticator app, or a recovery code'
    const code = hasCode ? await ask({ message, otherwise }) : undefined
    try {
      return void (await api.account.confirm({ body: { password, ...(code !== undefined && { code }) } }))
    } catch (error) {
      if (!canAsk() || !isApiError(error) || error.code !== 'INVALID_OTP') throw error
      say(error.message)
    }
  }
}

/** Makes a call, and once more after the person has confirmed that it is they, if the server asks for that. */
export const withIdentity = async <T>(session: Session, send: () => Promise<T>): Promise<T> => {
  try {
    return await send()
  } catch (error) {
    if (!isApiError(error) || error.code !== 'CONFIRMATION_REQUIRED') throw error
    await confirmIdentity(
      session,
      error.details.some(({ path }) => path === 'code'),
    )
    return send()
  }
}
