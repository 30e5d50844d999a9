import { readFile } from 'node:fs/promises'
import { brand } from '../../../shared/brand.ts'
import { canonicalEmail } from '../../../shared/rules/account.ts'
import { usageError } from '../../exit-codes.ts'
import { ask, readStdin } from '../../terminal.ts'

/** A source that was a table, and the column that the addresses were taken from. */
export type TakenTable = { source: string; column: string; count: number }
export type Addresses = { addresses: string[]; tables: TakenTable[] }

/**
 * The addresses to invite, each once, in the order given. They come from the arguments, a file or standard input (`-`,
 * or nothing else is named and there is no terminal), or the person is asked. Errors: CliError (usage).
 */
export const readAddresses = async (named: readonly string[], file: string | undefined): Promise<Addresses> => {
  const addresses = named.filter((address) => address !== '-')
  const tables: TakenTable[] = []
  const take = (source: string, text: string) => {
    const table = tableOf(text)
    if (table) tables.push({ source, column: table.column, count: table.addresses.length })
    addresses.push(...(table?.addresses ?? splitAddresses(text)))
  }
  const isNothingNamed = named.length === 0 && file === undefined
  const isPiped = isNothingNamed && process.stdin.isTTY !== true
  if (file !== undefined && file !== '-') take(file, await readTextFile(file))
  if (isPiped || named.includes('-') || file === '-')
    take('standard input', await readStdin('Type or paste addresses, one a line; end with Ctrl-D.'))
  else if (isNothingNamed)
    addresses.push(...splitAddresses(await ask({ message: 'E-mail', otherwise: 'name it as an argument' })))
  const once = new Map<string, string>()
  for (const address of addresses) if (!once.has(canonicalEmail(address))) once.set(canonicalEmail(address), address)
  if (once.size === 0) throw usageError(`There is no address to invite; see: ${brand.cli} waitlist invite --help`)
  return { addresses: [...once.values()], tables }
}

/**
 * The addresses of a plain list: one a line, or separated by commas, semicolons or spaces; the rest of a line after #
 * is a remark.
 */
export const splitAddresses = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/(^|\s)#.*$/gm, '')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')

const HEADING = /^e-?mail([ _-]?address)?$/i

/**
 * The addresses of a table (CSV, TSV) whose first line names its columns, one of them "email"; undefined when the text
 * is no such table.
 */
export const tableOf = (text: string): { column: string; addresses: string[] } | undefined => {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const separator = [',', ';', '\t'].find((candidate) => head.includes(candidate)) ?? ','
  const names = fieldsOf(head, separator)
  const place = names.findIndex((name) => HEADING.test(name))
  if (place === -1) return undefined
  const addresses = lines.flatMap((line) => fieldsOf(line, separator)[place] || [])
  return { column: names[place] ?? '', addresses }
}

/** The fields of one line; a quoted field may hold the separator. */
const fieldsOf = (line: string, separator: string): string[] => {
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      fields.push(field.trim())
      field = ''
    } else field += character
  }
  return [...fields, field.trim()]
}

const readTextFile = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw usageError(`The file ${file} cannot be read.`, { cause: error })
  }
}
