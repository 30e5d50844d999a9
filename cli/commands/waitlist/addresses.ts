import { readFile } from 'node:fs/promises'
import { brand } from '#shared/brand.ts'
import { uniqueAddresses, readAddressList } from '#shared/rules/address-list.ts'
import { decodeText } from '#shared/rules/decode-text.ts'
import { usageError } from '#cli/exit-codes.ts'
import { ask, readStdin } from '#cli/terminal.ts'

/** A source that was a table, and the column that the addresses were taken from. */
export type TakenTable = { source: string; column: string; count: number }
export type Addresses = { addresses: string[]; tables: TakenTable[] }

/**
 * The addresses to invite or remove, each once, in order: from the arguments, a file, standard input (`-`, or nothing
 * named and no terminal), or a prompt. Errors: CliError (usage).
 */
export const readAddresses = async (
  named: readonly string[],
  file: string | undefined,
  verb: 'invite' | 'remove' = 'invite',
): Promise<Addresses> => {
  const addresses = named.filter((address) => address !== '-')
  const tables: TakenTable[] = []
  const take = (source: string, text: string) => {
    const list = readAddressList(text)
    if (list.column !== undefined) tables.push({ source, column: list.column, count: list.addresses.length })
    addresses.push(...list.addresses)
  }
  const isNothingNamed = named.length === 0 && file === undefined
  const isPiped = isNothingNamed && process.stdin.isTTY !== true
  if (file !== undefined && file !== '-') take(file, await readTextFile(file))
  if (isPiped || named.includes('-') || file === '-')
    take('standard input', await readStdin('Type or paste addresses, one a line; end with Ctrl-D.'))
  else if (isNothingNamed) take('what was typed', await ask({ message: 'E-mail', otherwise: 'name it as an argument' }))
  const once = uniqueAddresses(addresses)
  if (once.length === 0) throw usageError(`There is no address to ${verb}; see: ${brand.cli} waitlist ${verb} --help`)
  return { addresses: once, tables }
}

const readTextFile = async (file: string): Promise<string> => {
  try {
    return decodeText(await readFile(file))
  } catch (error) {
    throw usageError(`The file ${file} cannot be read.`, { cause: error })
  }
}
