import type { AccessToken, Scope } from '#shared/contract/index.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions } from '#cli/context.ts'
import { usageError } from '#cli/exit-codes.ts'
import { withIdentity } from '#cli/identity.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import { type Column, formatTable, terminalWidth } from '#cli/output/table.ts'
import { scopeWords } from '#cli/words.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const open = async (options: GlobalOptions) => {
  const session = await openSessionFor(options, 'tokens', 'access tokens')
  return session
}

const toScopes = (typed: string): Scope[] =>
  typed.split(',').map((word) => {
    const scope = scopeWords.find((one) => one === word.trim())
    if (!scope) throw usageError(`There is no scope "${word.trim()}": choose from ${scopeWords.join(', ')}.`)
    return scope
  })

type CreateOptions = GlobalOptions & { name: string; scopes: string; days: number }

/** Makes an access token and prints it, alone, to standard output: it cannot be read again. Errors: ApiError, CliError. */
export const createToken = async ({ name, scopes, days, ...options }: CreateOptions): Promise<void> => {
  const body = { name, scopes: toScopes(scopes), endsAt: new Date(Date.now() + days * DAY_MS).toISOString() }
  const session = await open(options)
  const { data } = await withIdentity(session, () => session.api.tokens.create({ body }))
  if (options.json) return printJson(data)
  printLine(printable(data.token))
  if (!options.quiet)
    say(
      `It may ${data.scopes.join(', ')} and works until ${data.endsAt.slice(0, 10)}. Keep it safe: it is shown only now.`,
    )
}

const columns: ReadonlyArray<Column<AccessToken>> = [
  { title: 'ID', name: 'id', text: ({ id }) => id },
  { title: 'NAME', name: 'name', text: ({ name }) => name },
  { title: 'SCOPES', name: 'scopes', text: ({ scopes }) => scopes.join(',') },
  { title: 'ENDS', name: 'endsAt', text: ({ endsAt }) => endsAt.slice(0, 10) },
  { title: 'LAST USED', name: 'lastUsedAt', text: ({ lastUsedAt }) => lastUsedAt?.slice(0, 10) ?? 'never' },
]

/** Prints the signed-in person's access tokens, the newest first; never the tokens themselves. */
export const listTokens = async (options: GlobalOptions): Promise<void> => {
  const { api } = await open(options)
  const { data } = await api.tokens.list({})
  if (options.json) return printJson({ data })
  if (data.length === 0) return options.quiet ? undefined : say('You have no access tokens.')
  printLine(formatTable(columns, data, { isColorful: options.color, room: terminalWidth() }))
}

/** Revokes one of the signed-in person's access tokens. Errors: ApiError, 404 when it is revoked already. */
export const revokeToken = async (id: string, options: GlobalOptions): Promise<void> => {
  const { api } = await open(options)
  await api.tokens.revoke({ params: { id } })
  if (options.json) return printJson({ id, revoked: true })
  if (!options.quiet) say('The access token is revoked.')
}
