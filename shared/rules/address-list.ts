import { withAsciiDomain } from '../contract/ascii-domain.ts'
import { canonicalEmail } from './account.ts'

/** A text's addresses; `column` is the table's column that they were taken from, where the text is a table. */
export type AddressList = { addresses: string[]; column?: string }

/** The addresses of a text in their order, some perhaps twice or no addresses at all. Both a table and a plain list are read. */
export const readAddressList = (text: string): AddressList => tableOf(text) ?? { addresses: splitAddresses(text) }

/** Each address once, in the order given and as it was first written; capitals make no other address. */
export const uniqueAddresses = (addresses: readonly string[]): string[] => {
  const once = new Map<string, string>()
  for (const address of addresses) if (!once.has(canonicalEmail(address))) once.set(canonicalEmail(address), address)
  return [...once.values()]
}

/** A name before an address in angle brackets, as mail programs copy recipients: `"Park, Owen" <owen@example.org>`. */
const NAMED = /(?:"[^"\n]*"|[^<>,;"\n])*<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+)\s*>/gi

/**
 * The addresses of a plain list: one a line, or separated by commas, semicolons or spaces, each with a name before it or
 * without; the rest of a line after # is a remark.
 */
const splitAddresses = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/(^|\s)#.*$/gm, '')
    .replace(NAMED, ' $1 ')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map((word) => withAsciiDomain(word.replace(/^mailto:/i, '')))

const HEADING = /^e-?mail([ _-]?address)?$/i

/**
 * The addresses of a table (CSV, TSV) whose first line names its columns, one of them "email"; undefined when the text
 * is no such table.
 */
const tableOf = (text: string): { column: string; addresses: string[] } | undefined => {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const separator = [',', ';', '\t'].find((candidate) => head.includes(candidate)) ?? ','
  const names = fieldsOf(head, separator)
  const place = names.findIndex((name) => HEADING.test(name))
  if (place === -1) return undefined
  const addresses = lines.flatMap((line) => splitAddresses(fieldsOf(line, separator)[place] ?? ''))
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
