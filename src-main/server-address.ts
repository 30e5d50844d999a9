import { z } from 'zod'

const address = z.url({ protocol: /^https?$/ })

/** Flag, then environment, then settings; null means the embedded server. Throws on an address that is none. */
export const chosenServer = (
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  fromSettings: string | null,
): string | null => {
  const flag = argv.findLast((argument) => argument.startsWith('--server='))?.slice('--server='.length)
  const wanted = flag ?? env['GUILDHALL_SERVER_URL'] ?? fromSettings
  if (!wanted) return null
  const parsed = address.safeParse(wanted)
  if (!parsed.success)
    throw new Error(`The server's address must be like https://guildhall.example; it was "${wanted}".`)
  return parsed.data.replace(/\/+$/, '')
}

/** Options for the embedded server: `--server-option=--no-demo`, and a value after it that is no option itself. */
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
