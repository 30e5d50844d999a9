import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Drafts } from '#shared/rules/import/drafts.ts'
import type { Plan } from '#shared/rules/import/plan.ts'
import type { ReadChoices, ReadImport } from '#shared/rules/import/read.ts'
import type { StagesHere } from '#shared/rules/import/stages.ts'
import type { Member } from '#shared/rules/import/people.ts'
import { CliError, usageError } from '#cli/exit-codes.ts'
import { type Maps, requireWords } from './import-choices.ts'
import type * as Reader from './import-reader.ts'

export type FileOptions = {
  encoding?: string
  separator?: string
  headLine?: number
  sheet?: string
  zone?: string
  dayOrder?: 'day' | 'month'
  archived?: 'left-out' | 'completed'
  finished?: 'completed' | 'as-they-are'
  lists?: 'stages' | 'labels'
}

const separators: Readonly<Record<string, ReadChoices['delimiter']>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  bar: '|',
  caret: '^',
}

const choicesOf = ({ encoding, separator, headLine, sheet, zone }: FileOptions, reader: typeof Reader): ReadChoices => {
  const { encodings, isEncoding } = reader
  if (encoding !== undefined && !isEncoding(encoding))
    throw usageError(`There is no encoding "${encoding}": choose from ${encodings.map(([name]) => name).join(', ')}.`)
  if (zone !== undefined)
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone })
    } catch {
      throw usageError(`There is no time zone "${zone}": write one such as Europe/Berlin.`)
    }
  const delimiter = separator === undefined ? undefined : separators[separator]
  return { encoding: encoding, delimiter, headLine, sheet, zone }
}

const bytesOf = async (file: string): Promise<Uint8Array> => {
  try {
    return await readFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'ENOENT' ? 'There is no such file' : code === 'EISDIR' ? 'This is a folder' : 'The file cannot be read'
    throw new CliError(`${why}: ${file}`, undefined, { cause: error })
  }
}

const draftsIn = (
  read: ReadImport,
  { columns }: Maps,
  { dayOrder, zone }: FileOptions,
  { draftsOf, dayOrderOfTable }: typeof Reader,
): Drafts => {
  if (!('table' in read)) return read.drafts
  const { table } = read
  requireWords(columns.keys(), table.columns, 'column')
  const mapping = read.columns.map((field, at) => columns.get(table.columns[at] ?? '') ?? field)
  if (!mapping.includes('title'))
    throw usageError(
      `No column has a name that means title. Say which with --map column=NAME=title: ${table.columns.filter(Boolean).join(', ')}.`,
    )
  return draftsOf(table, mapping, { order: dayOrder ?? dayOrderOfTable(table, mapping).order, zone })
}

/** The same for the same file with the same choices, whatever the project has by then. */
const keyOf = (bytes: Uint8Array, options: FileOptions, { statuses, priorities, columns }: Maps): string => {
  const { encoding, separator, headLine, sheet, zone, dayOrder, archived, finished, lists } = options
  const chosen = [
    encoding,
    separator,
    headLine,
    sheet,
    zone,
    dayOrder,
    archived,
    finished,
    lists,
    [...statuses],
    [...priorities],
    [...columns],
  ]
  return createHash('sha256').update(bytes).update(JSON.stringify(chosen)).digest('hex').slice(0, 40)
}

/** Reads a file and plans what becomes of it in a project with these members and labels. Errors: CliError. */
export const planFile = async (
  file: string,
  options: FileOptions,
  maps: Maps,
  project: { members: readonly Member[]; labels: readonly string[]; stages?: StagesHere | undefined },
  reader: typeof Reader,
): Promise<{ kind: ReadImport['kind']; plan: Plan; key: string }> => {
  const bytes = await bytesOf(file)
  try {
    const read = await reader.readImport(bytes, choicesOf(options, reader), reader.readWorkbook)
    const drafts = draftsIn(read, maps, options, reader)
    requireWords(
      maps.statuses.keys(),
      reader.statusWordsOf(drafts.tasks, project.stages?.existing).map(({ word }) => word),
      'status',
    )
    requireWords(
      maps.priorities.keys(),
      reader.priorityWordsOf(drafts.tasks).map(({ word }) => word),
      'priority',
    )
    const plan = reader.planOf(drafts, {
      members: project.members,
      labels: project.labels,
      ...(project.stages && { stages: project.stages }),
      lists: project.stages ? (options.lists ?? 'stages') : 'labels',
      statuses: maps.statuses,
      priorities: maps.priorities,
      finished: options.finished === 'as-they-are' ? 'asTheyAre' : 'completed',
      archived: options.archived === 'completed' ? 'completed' : 'leftOut',
    })
    return { kind: read.kind, plan, key: keyOf(bytes, options, maps) }
  } catch (error) {
    if (error instanceof reader.UnreadableImport) throw new CliError(error.message, undefined, { cause: error })
    throw error
  }
}
