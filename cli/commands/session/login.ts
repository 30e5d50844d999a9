import { isApiError } from '#shared/api-client/api-error.ts'
import { brand } from '#shared/brand.ts'
import { otp } from '#shared/contract/common.ts'
import { openConnection, type GlobalOptions, type Session, tokenFromEnvironment } from '#cli/context.ts'
import { CliError, exitCode, usageError } from '#cli/exit-codes.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import { keepServer } from '#cli/settings.ts'
import { ask, canAsk, readStdin } from '#cli/terminal.ts'

type Options = GlobalOptions & { email?: string; passwordStdin?: boolean; otp?: string; printToken?: boolean }

/** Signs in and keeps the session in the keychain, or prints its access token and keeps nothing. */
export const login = async (options: Options): Promise<void> => {
  if (tokenFromEnvironment() && !options.printToken)
    throw usageError(
      'GUILDHALL_TOKEN is set, and commands would go on using that one instead of the session of this login. Unset it first; ' +
        '--print-token renews it.',
    )
  const session = await openConnection(options, { isKept: !options.printToken })
  // The keychain is tried first: without one the person would type the password for nothing.
  await session.store.read()
  const email = options.email ?? (await ask({ message: 'E-mail', otherwise: 'pass --email' }))
  const password = await readPassword(options)
  const answer = await logIn(session, email, password)
  if ('challenge' in answer) await takeSecondStep(session, answer.challenge, options.otp)
  else if (!answer.isEmailVerified) {
    say(`The address ${email} is not verified yet; a code was sent to it by mail.`)
    await session.api.auth.verifyOtp({ body: { email, otp: options.otp ?? (await askCode()) } })
  }
  if (options.printToken) {
    const accessToken = (await session.store.read())?.accessToken ?? ''
    return options.json ? printJson({ server: session.server, accessToken }) : printLine(printable(accessToken))
  }
  if (options.server !== undefined) keepServer(session.server)
  const { data } = await session.api.users.profile({})
  if (!options.quiet) say(`You are signed in to ${session.server} as ${data.username} (${data.email}).`)
  if (options.json) printJson({ server: session.server, userID: data.id, username: data.username, email: data.email })
}

const readPassword = async ({ passwordStdin }: Options): Promise<string> => {
  // A terminal would show the password that is typed into it, so the hidden prompt is used there.
  if (passwordStdin && !process.stdin.isTTY) {
    const password = (await readStdin('')).replace(/\r?\n$/, '')
    if (password === '') throw usageError('The password on standard input is empty.')
    return password
  }
  const otherwise = 'pipe it in with --password-stdin, or set GUILDHALL_PASSWORD'
  const known = passwordStdin ? undefined : process.env['GUILDHALL_PASSWORD']
  return known || (await ask({ message: 'Password', isHidden: true, otherwise }))
}

/** Our server says that an address is not verified in an answer that is a success, other servers in an error. */
const logIn = async (
  { api }: Session,
  email: string,
  password: string,
): Promise<{ isEmailVerified: boolean } | { challenge: string }> => {
  try {
    return await api.auth.login({ body: { emailID: email, password } })
  } catch (error) {
    if (isApiError(error) && error.isEmailVerified === false) return { isEmailVerified: false }
    throw error
  }
}

/**
 * The second step of a sign-in. On a terminal it asks again after a wrong code, until the server ends the attempt.
 * Errors: not signed in when there is neither a code nor a terminal.
 */
const takeSecondStep = async ({ api }: Session, challenge: string, given: string | undefined): Promise<void> => {
  if (given === undefined && !canAsk())
    throw new CliError(
      'This account has two-step sign-in, and there is no terminal to ask for the code on. Scripts sign in with an access token in GUILDHALL_TOKEN.',
      exitCode.notSignedIn,
    )
  for (;;) {
    const code = given ?? (await ask({ message: 'Code of your authenticator app, or a recovery code', otherwise: '' }))
    try {
      return void (await api.auth.secondStep({ body: { challenge, code } }))
    } catch (error) {
      const mayTryAgain = given === undefined && isApiError(error) && error.code === 'INVALID_OTP'
      if (!mayTryAgain) throw error
      say(error.message)
    }
  }
}

const askCode = (): Promise<string> =>
  ask({
    message: 'Code',
    otherwise: `read the code in the mail and run "${brand.cli} login" again with --otp`,
    validate: (answer) => otp.safeParse(answer).success || 'The code has 6 digits.',
  })
