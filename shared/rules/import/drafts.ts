import type { LabelColour } from '#shared/contract/labels.ts'

/** A task as a file tells of it, before anybody has looked at who and what is meant. */
export type DraftTask = {
  /** Its place in the file: a line of a CSV, the place of a card or task in other files, from 1. */
  line: number
  /** How a note names it: 'Line 7', or the title of a card. */
  where: string
  /** What others of the file call it where they say that it blocks them; null when they cannot. */
  key: string | null
  title: string
  description: string
  /** The status in the file's own words; '' where it has none. */
  status: string
  /** Who does it, in the file's own words. */
  assignees: readonly string[]
  dueOn: string | null
  /** The priority in the file's own words; '' where it has none. */
  priority: string
  estimateHours: number | null
  labels: readonly string[]
  doneWhen: ReadonlyArray<{ text: string; isDone: boolean }>
  blockedBy: readonly string[]
  comments: readonly string[]
  /** Lines for the end of the description: fields whose text could not be read. */
  unread: readonly string[]
}

/** What is wrong with a row, or what of it is left out. A row that is refused does not become a task. */
export type Problem = {
  line: number
  /** The row as people find it; '' for a note about the whole file. */
  where: string
  text: string
  isRefused: boolean
  /** How many rows it is about, where it is not one. */
  rows?: number
}

/** What was read of a file. */
export type Drafts = {
  tasks: readonly DraftTask[]
  problems: readonly Problem[]
  labels: ReadonlyArray<{ name: string; colour: LabelColour }>
}

/** A file of no kind that can be read; the text says what it should be. */
export class UnreadableImport extends Error {}
