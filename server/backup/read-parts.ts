import { type MarkOf, type Mark, readMark } from './format.ts'
import { notWhole, type OpenBackup } from './source.ts'
import type { Table } from './tables.ts'

/** One part of a backup after its beginning. */
export type Part = { is: 'row'; table: Table; row: string } | { is: 'file'; file: MarkOf<'file'>; bytes: Buffer }

/**
 * Reads a backup's rows and files one by one and checks them, since anybody may have made the backup: tables before
 * files, the end last; each table is in the database (null skips this check); rows name only their table's columns;
 * files have the announced size. Errors: one sentence at the first violation.
 */
export async function* readParts({ name, lines }: OpenBackup, tables: readonly Table[] | null): AsyncGenerator<Part> {
  const counts = { rows: 0, files: 0 }
  const seen = new Set<string>()
  let table: Table | undefined
  let file: MarkOf<'file'> | undefined
  let chunks: Buffer[] = []
  let size = 0
  let isEnded = false
  const takeFile = (): Part[] => {
    if (!file) return []
    if (size !== file.size) throw damaged(name, `the file ${file.id} in it is not what was stored`)
    const part: Part = { is: 'file', file, bytes: Buffer.concat(chunks) }
    counts.files += 1
    file = undefined
    chunks = []
    size = 0
    return [part]
  }
  for await (const line of lines) {
    if (isEnded) throw damaged(name, 'it goes on after its end')
    if (line.startsWith('{')) {
      if (!table || file || counts.files > 0) throw damaged(name, 'it has a row without a table')
      requireRow(name, line, table)
      counts.rows += 1
      yield { is: 'row', table, row: line }
    } else if (line.startsWith('"')) {
      if (!file) throw damaged(name, 'it has bytes without a file')
      const bytes = bytesIn(name, line)
      size += bytes.length
      if (size > file.size) throw damaged(name, `the file ${file.id} in it is not what was stored`)
      chunks.push(bytes)
    } else {
      yield* takeFile()
      const mark = markOf(name, line)
      if (mark.is === 'begin') throw damaged(name, 'it begins twice')
      if (mark.is === 'table') {
        if (counts.files > 0 || seen.has(mark.name))
          throw damaged(name, `the table "${mark.name}" is in the wrong place`)
        seen.add(mark.name)
        table = tableOf(name, mark, tables)
      }
      if (mark.is === 'file') {
        if (seen.has(mark.id)) throw damaged(name, `the file ${mark.id} is in it twice`)
        seen.add(mark.id)
        file = mark
      }
      if (mark.is === 'end') isEnded = mark.rows === counts.rows && mark.files === counts.files
    }
  }
  if (!isEnded) throw notWhole(name)
}

export const damaged = (name: string, how: string) => new Error(`${name} is damaged: ${how}.`)

const markOf = (name: string, line: string): Mark => {
  try {
    return readMark(line)
  } catch {
    throw damaged(name, 'it has a line that says nothing known')
  }
}

const tableOf = (name: string, mark: Table, tables: readonly Table[] | null): Table => {
  const own = tables === null ? mark : tables.find((table) => table.name === mark.name)
  const isKnown = own && mark.columns.every((column) => own.columns.includes(column))
  if (!isKnown || new Set(mark.columns).size !== mark.columns.length)
    throw new Error(`${name} has a table "${mark.name}" that this database does not have, or has with other columns.`)
  return { name: mark.name, columns: mark.columns }
}

const requireRow = (name: string, line: string, table: Table): void => {
  const columns = new Set(table.columns)
  if (!Object.keys(parsed(name, line) as object).every((column) => columns.has(column)))
    throw damaged(name, `a row of "${table.name}" has other columns than its table`)
}

const bytesIn = (name: string, line: string): Buffer => {
  const text = parsed(name, line)
  if (typeof text !== 'string') throw damaged(name, 'it has a line that says nothing known')
  return Buffer.from(text, 'base64')
}

const parsed = (name: string, line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged(name, 'it has a line that says nothing known')
  }
}
