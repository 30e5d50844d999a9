import { TASK_TEXT_MAX, TASK_TITLE_MAX } from '../contract/task.ts'
import { beginningOf, cut } from './cut.ts'

/** The most tasks that are made of one pasted list. */
export const PASTED_MAX = 100

/** What may begin a line of a list: a dash, a number or a letter with a bracket, a box that is ticked or not. */
const MARK =
  /^\s*(?:(?:[-*+•‣◦–—]|\(?\d{1,4}[.)]|\(?[a-zA-Z][.)])(?=\s|\[))?\s*(?:\[[ xX✓]?\](?=\s)|[☐☑☒✓✔](?=\s))?\s*/u

export type PastedTask = { title: string; description: string }

/** A title for a line: the whole line, or its beginning when it is longer than a title may be. */
const asTask = (line: string): PastedTask => ({
  title: cut(line, TASK_TITLE_MAX),
  description: beginningOf(line, TASK_TEXT_MAX),
})

/**
 * Reads the tasks of a pasted text, one a line, without bullets, numbers, boxes and blank lines. A task must have a
 * description: the line itself. `left` counts the lines beyond the first 100.
 */
export const readPastedList = (text: string): { tasks: PastedTask[]; left: number } => {
  const lines = text
    .split(/\r\n|\n|\r|\u2028/u)
    .map((line) => line.replace(MARK, '').replace(/\s+/gu, ' ').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
  return { tasks: lines.slice(0, PASTED_MAX).map(asTask), left: Math.max(0, lines.length - PASTED_MAX) }
}
