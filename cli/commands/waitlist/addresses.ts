import { readFile } from 'node:fs/promises'
import { brand } from '../../../shared/brand.ts'
import { canonicalEmail } from '../../../shared/rules/account.ts'
import { usageError } from '../../exit-codes.ts'
import { ask, readStdin } from '../../terminal.ts'

/**
 * The addresses to invite, each once, in the order given: arguments, a file, standard input (`-`, or when nothing else is
 * named and it is no terminal), else asked for. Errors: CliError (usage).
 */
export const readAddresses = async (named: readonly string[], file: string | undefined): Promise<string[]> => {
  const addresses = named.filter((address) => address !== '-')
  const isNothingNamed = named.length === 0 && file === undefined
  const isPiped = isNothingNamed && process.stdin.isTTY !== true
  if (file !== undefined && file !== '-') addresses.push(...splitAddresses(await readTextFile(file)))
  if (isPiped || named.includes('-') || file === '-') addresses.push(...splitAddresses(await readStdin()))
  else if (isNothingNamed)
    addresses.push(...splitAddresses(await ask({ message: 'E-mail', otherwise: 'name it as an argument' })))
  const once = new Map<string, string>()
  for (const address of addresses) if (!once.has(canonicalEmail(address))) once.set(canonicalEmail(address), address)
  if (once.size === 0) throw usageError(`There is no address to invite; see: ${brand.cli} waitlist invite --help`)
  return [...once.values()]
}

/** One address a line, or separated by commas, semicolons or spaces; what follows a # is a remark. */
export const splitAddresses = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/(^|\s)#.*$/gm, '')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')

const readTextFile = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw usageError(`The file ${file} cannot be read.`, { cause: error })
  }
}
