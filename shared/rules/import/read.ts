import type { ImportSource } from '#shared/contract/imports.ts'
import { isCalendar, tableOfCalendar } from './calendar.ts'
import { proposeColumns } from './columns.ts'
import { type Drafts, UnreadableImport } from './drafts.ts'
import { decodeAs, type Encoding, proposeEncoding } from './encoding.ts'
import { factsBeside } from './facts.ts'
import { fileKindOf } from './file-kind.ts'
import { draftsOfGitHub, isGitHub } from './github.ts'
import { joined } from './joined.ts'
import { isOrg, tableOfOrg } from './org.ts'
import { isMarkdownTable, tableOfMarkdown } from './markdown-table.ts'
import { isOutline, tableOfOutline } from './outline.ts'
import { draftsOfPlanka, isPlanka } from './planka.ts'
import { draftsOfProject, isExported } from './project.ts'
import { recordsIn, tableOfRecords } from './records.ts'
import { type Delimiter, delimiterOf, readTable, type Row, type Table, tableOf } from './table.ts'
import { draftsOfThings, isThings } from './things.ts'
import { isTodoTxt, tableOfTodoTxt } from './todo-txt.ts'
import { draftsOfTrello, isTrello, isTrelloCard } from './trello.ts'
import { draftsOfWekan, isWekan } from './wekan.ts'
import { fieldOfHead, type TableField } from './words/heads.ts'

export type BoardKind = 'trello' | 'project' | 'github' | 'planka' | 'wekan' | 'things'
export type TableKind = 'csv' | 'excel' | 'json'

/** What can be chosen of a file, where what was found is wrong. */
export type ReadChoices = {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  headLine?: number | undefined
  sheet?: string | undefined
  /** The time zone in which moments become days; that of this computer by default. */
  zone?: string | undefined
}
/** What was found in a table. */
export type FoundTable = {
  kind: TableKind
  table: Table
  columns: TableField[]
  encoding: Encoding | null
  delimiter: Delimiter | null
  /** The sheets of a workbook, and the one that is read. */
  sheets: readonly string[]
  sheet: string | null
}
/** What a file was recognised as: a table whose columns a person still maps, or tasks. */
export type ReadImport = FoundTable | { kind: BoardKind; drafts: Drafts; encoding: Encoding | null }

/** Reads a workbook; loaded only when one is chosen. */
export type ReadWorkbook = (bytes: Uint8Array) => Promise<readonly Sheet[]>
export type Sheet = { name: string; isHidden: boolean; rows: readonly Row[] }

/** The source of the tasks, as an import names it. */
export const sourceOf = (kind: string): ImportSource => (kind === 'trello' || kind === 'project' ? kind : 'csv')

const boards: ReadonlyArray<
  readonly [BoardKind, (value: unknown) => boolean, (value: unknown, zone?: string) => Drafts]
> = [
  ['project', isExported, draftsOfProject],
  ['planka', isPlanka, draftsOfPlanka],
  ['wekan', isWekan, draftsOfWekan],
  ['trello', (value) => isTrello(value) || isTrelloCard(value), draftsOfTrello],
  ['things', isThings, draftsOfThings],
  ['github', isGitHub, draftsOfGitHub],
]

/** Texts that are no table, each with what makes one of it. */
const notations: ReadonlyArray<readonly [(text: string) => boolean, (text: string) => Table]> = [
  [isCalendar, tableOfCalendar],
  [isOrg, tableOfOrg],
  [isTodoTxt, tableOfTodoTxt],
  [isOutline, tableOfOutline],
  // Tables are last: lists and Org files may have some in their notes.
  [isMarkdownTable, tableOfMarkdown],
]

const tableIn = (text: string, encoding: Encoding | null, choices: ReadChoices): FoundTable => {
  const isChosen = choices.delimiter !== undefined || choices.headLine !== undefined
  const notation = isChosen ? undefined : notations.find(([isOne]) => isOne(text))
  if (notation) {
    const table = notation[1](text)
    const delimiter = delimiterOf(text)
    return { kind: 'csv', table, columns: proposeColumns(table), encoding, delimiter, sheets: [], sheet: null }
  }
  const delimiter = choices.delimiter ?? delimiterOf(text)
  const table = readTable(text, { ...choices, delimiter })
  return { kind: 'csv', table, columns: proposeColumns(table), encoding, delimiter, sheets: [], sheet: null }
}

const looksLikeJson = (text: string): boolean =>
  !/^\ufeff?\s*\[[ xX]\] +\S/.test(text) && /^\ufeff?\s*(?:\{|\[\s*(?:[[{"\d-]|\]|null|true|false))/.test(text)

/** What a text of JSON says; of JSON in lines, the list of them. Undefined for a text that is neither. */
const jsonIn = (text: string): unknown => {
  const said = text.replace(/^\ufeff+/, '').trim()
  try {
    return JSON.parse(said) as unknown
  } catch {
    if (!/^\{.*\}[ \t]*\r?\n\s*\{/.test(said)) return undefined
    try {
      return said.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]))
    } catch {
      return undefined
    }
  }
}

/** Records of a program that has no reader of its own. Errors: UnreadableImport. */
const recordsOf = (value: unknown, encoding: Encoding | null): FoundTable => {
  const records = recordsIn(value)
  if (records.length === 0)
    throw new UnreadableImport(
      'This JSON has no list of tasks. It may be a board of Trello, Planka or WeKan, issues of GitHub, an exported project, or a list of records with titles.',
    )
  const table = {
    ...tableOfRecords(joined(records, value)),
    oddities: factsBeside(records, value),
  }
  return { kind: 'json', table, columns: proposeColumns(table), encoding, delimiter: null, sheets: [], sheet: null }
}

/** The JSON in a link that adds to-dos to Things; undefined for other texts. */
const thingsIn = (text: string): string | undefined => {
  const data = /^\s*things:\/\/\/json\?(?:\S*&)?data=([^&\s]+)\S*\s*$/.exec(text)?.[1]
  try {
    return data === undefined ? undefined : decodeURIComponent(data)
  } catch {
    return undefined
  }
}

/** Recognises a text by what is in it, whatever its name. Errors: UnreadableImport, with a sentence for people. */
export const readText = (given: string, choices: ReadChoices = {}, encoding: Encoding | null = null): ReadImport => {
  const text = thingsIn(given) ?? given
  if (!looksLikeJson(text)) return tableIn(text, encoding, choices)
  const value = jsonIn(text)
  if (value === undefined) {
    // A table whose first name begins with a bracket.
    if (/^\ufeff?\s*\[[^{"]*\]?[^\n]*[,;\t]/.test(text)) return tableIn(text, encoding, choices)
    throw new UnreadableImport('This JSON is not complete. Please export it again.')
  }
  const board = boards.find(([, isOne]) => isOne(value))
  if (!board) return recordsOf(value, encoding)
  const [kind, , draftsIn] = board
  return { kind, drafts: draftsIn(value, choices.zone), encoding }
}

/** The first sheet that has a column of titles, of those that are shown; else the first one that has anything. */
const sheetOfTasks = (all: readonly Sheet[]): Sheet | undefined => {
  const filled = all.filter(({ rows }) => rows.length > 0)
  const shown = filled.filter(({ isHidden }) => !isHidden)
  const hasTitles = ({ rows }: Sheet) => tableOf(rows).columns.some((name) => fieldOfHead(name)?.field === 'title')
  return shown.find((sheet) => hasTitles(sheet)) ?? shown[0] ?? filled[0]
}

const readSheets = async (bytes: Uint8Array, choices: ReadChoices, workbook: ReadWorkbook): Promise<FoundTable> => {
  const all = await workbook(bytes)
  const found = all.find(({ name }) => name === choices.sheet) ?? sheetOfTasks(all)
  if (!found) throw new UnreadableImport('This Excel file is empty.')
  const others = all.filter((sheet) => sheet !== found && sheet.rows.length > 0).map(({ name }) => `“${name}”`)
  const oddities = others.length === 0 ? [] : [`Other sheets of this file are not read: ${others.join(', ')}.`]
  const read = tableOf(found.rows, choices.headLine)
  const table = { ...read, oddities: [...oddities, ...read.oddities] }
  const sheets = all.map(({ name }) => name)
  return {
    kind: 'excel',
    table,
    columns: proposeColumns(table),
    encoding: null,
    delimiter: null,
    sheets,
    sheet: found.name,
  }
}

/** Recognises a file by what is in it. Errors: UnreadableImport, with a sentence for people. */
export const readImport = async (
  bytes: Uint8Array,
  choices: ReadChoices,
  workbook: ReadWorkbook,
): Promise<ReadImport> => {
  const { kind, why } = fileKindOf(bytes)
  if (kind === 'other') throw new UnreadableImport(why)
  if (kind === 'excel') return readSheets(bytes, choices, workbook)
  const encoding = choices.encoding ?? proposeEncoding(bytes)
  return readText(decodeAs(bytes, encoding), choices, encoding)
}
