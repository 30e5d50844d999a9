import { TASK_NUMBER } from '../task-number.ts'

/* What '#12' means in the texts of a file: the task that had this number there, which gets another one here. */

/** Code and links, in which a number is none of a task's. */
const APART = /(```[\s\S]*?```|~~~[\s\S]*?~~~|`[^`\n]*`|\[[^\]\n]*\]\([^)\s]*\)|https?:\/\/\S+)/
const inText = (text: string, change: (part: string) => string): string =>
  text.includes('#')
    ? text
        .split(APART)
        .map((part, at) => (at % 2 === 0 ? change(part) : part))
        .join('')
    : text

/** The numbers that a text names, as it writes them. */
export const writtenNumbers = (text: string): number[] => {
  const found: number[] = []
  inText(text, (part) => {
    for (const [, number] of part.matchAll(TASK_NUMBER)) found.push(Number(number))
    return part
  })
  return found
}

/** A sign without width that keeps a number from being that of a task. */
const APART_SIGN = '\u2060'
/** A text in which '#12' names the task of the file; a number that the file does not have is plain text. */
export const renumbered = (text: string, numberOf: (written: number) => number | undefined): string =>
  inText(text, (part) =>
    part.replace(TASK_NUMBER, (_, written: string) => {
      const number = numberOf(Number(written))
      return number === undefined ? `#${APART_SIGN}${written}` : `#${number}`
    }),
  )
