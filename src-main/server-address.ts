import { isUnencrypted, serverAddressOf } from '../shared/rules/server-address.ts'

/**
 * The server's address from the flag, else the environment, else the settings; null means the embedded server. Throws
 * when the address is invalid.
 */
export const chosenServer = (
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  fromSettings: string | null,
): string | null => {
  const flag = argv.findLast((argument) => argument.startsWith('--server='))?.slice('--server='.length)
  const wanted = flag ?? env['GUILDHALL_SERVER_URL'] ?? fromSettings
  if (!wanted) return null
  const read = serverAddressOf(wanted)
  if (read === null) throw new Error(`The server's address must be like https://guildhall.example; it was "${wanted}".`)
  return read
}

type Question = { message: string; detail: string; buttons: string[] }

/**
 * Whether the app may talk to that server: over TLS, on this computer, or when the person accepts in a system dialog
 * that others can read along. `ask` resolves with the button's index.
 */
export const mayTalkTo = async (
  server: string | null,
  ask: (question: Question) => Promise<number>,
): Promise<boolean> => {
  if (server === null || !isUnencrypted(new URL(server))) return true
  const chosen = await ask({
    message: `Connect to ${new URL(server).host} without encryption?`,
    detail: `${server} begins with http: whoever is on the way there can read and change what you send, your password too.`,
    buttons: ['Cancel', 'Connect anyway'],
  })
  return chosen === 1
}

/**
 * The options that are passed on to the embedded server, from arguments such as `--server-option=--no-demo`. The next
 * argument is the option's value unless it is an option itself.
 */
export const serverOptions = (argv: readonly string[]): string[] => {
  const prefix = '--server-option='
  return argv.flatMap((argument, place) => {
    if (!argument.startsWith(prefix)) return []
    const value = argv[place + 1]
    const hasValue =
      value !== undefined && !value.startsWith('-') && /^--(port|host|data-dir)$/.test(argument.slice(prefix.length))
    return [argument.slice(prefix.length), ...(hasValue ? [value] : [])]
  })
}
