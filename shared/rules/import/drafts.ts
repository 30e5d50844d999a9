import type { LabelColour } from '#shared/contract/labels.ts'

/** Somebody as a file names them: the name, and further ones of the same person, such as a username or an address. */
export type Person = { name: string; calls: readonly string[] }

export type DraftComment = { author: string | null; on: string | null; body: string }

/** A value that has no field here: it becomes a line of the description. */
export type Extra = { name: string; text: string }

/** A task as a file has it, before its people and words are matched with those of a project. */
export type DraftTask = {
  /** Its place in the file: a line of a table, the place of a card in other files, from 1. */
  line: number
  /** What others of the file call it where they say that it blocks them; null when they cannot. */
  key: string | null
  title: string
  description: string
  /** The status in the file's own words; '' where it has none. */
  status: string
  /** The list or the status that it is in, as the file writes it. */
  stage: string | null
  /** The column of the board that our own export names, beside the status. */
  ownStage: string | null
  /** Whether a date or a tick says that it is done, whatever its status. */
  isFinished: boolean
  isArchived: boolean
  assignees: readonly Person[]
  dueOn: string | null
  /** The priority in the file's own words; '' where it has none. */
  priority: string
  estimateHours: number | null
  labels: readonly string[]
  doneWhen: ReadonlyArray<{ text: string; isDone: boolean }>
  blockedBy: readonly string[]
  comments: readonly DraftComment[]
  extras: readonly Extra[]
}

/** Something of a task that is not as it was in the file; `task` is its title, and '' for the whole file. */
export type Note = { task: string; text: string }
/** A row that does not become a task. */
export type Refusal = { line: number; text: string }

/** What was read of a file. */
export type Drafts = {
  /** The program that wrote it, as the description names it: 'Trello'; 'the file' where it is not known. */
  program: string
  tasks: readonly DraftTask[]
  notes: readonly Note[]
  refused: readonly Refusal[]
  labels: ReadonlyArray<{ name: string; colour: LabelColour }>
  /** The columns of an exported board, in their order. */
  stages?: ReadonlyArray<{ name: string; status: number }>
}

/** A file of no kind that can be read; the text says what it should be. */
export class UnreadableImport extends Error {}

export const emptyDraft: Omit<DraftTask, 'line' | 'title'> = {
  key: null,
  description: '',
  status: '',
  stage: null,
  ownStage: null,
  isFinished: false,
  isArchived: false,
  assignees: [],
  dueOn: null,
  priority: '',
  estimateHours: null,
  labels: [],
  doneWhen: [],
  blockedBy: [],
  comments: [],
  extras: [],
}
