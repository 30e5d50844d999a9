import { type Drafts, UnreadableImport } from './drafts.ts'
import { readTable, type Table } from './csv.ts'
import { draftsOfProject, isExported } from './project.ts'
import { draftsOfTrello, isTrello, peopleOfTrello } from './trello.ts'

/** What a file was recognised as: a CSV whose columns a person still maps, or tasks. */
export type ReadImport =
  | { source: 'csv'; table: Table }
  | { source: 'trello'; drafts: Drafts; names: ReadonlyMap<string, string> }
  | { source: 'project'; drafts: Drafts }

/** Recognises a file by what is in it, whatever its name. Errors: UnreadableImport, with a sentence for people. */
export const readImport = (text: string): ReadImport => {
  if (!/^\ufeff?\s*[[{]/.test(text)) return { source: 'csv', table: readTable(text) }
  const value = jsonOf(text)
  if (isExported(value)) return { source: 'project', drafts: draftsOfProject(value) }
  if (isTrello(value)) return { source: 'trello', drafts: draftsOfTrello(value), names: peopleOfTrello(value) }
  throw new UnreadableImport('This JSON is neither a board of Trello nor an exported project.')
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new UnreadableImport('This JSON is not complete. Please export it again.')
  }
}
