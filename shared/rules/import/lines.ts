import { DONE_WHEN_MAX, DONE_WHEN_TEXT_MAX } from '#shared/contract/task-fields.ts'

type Line = { text: string; isDone: boolean }

/** Lines of 'Done when' that fit, and the text of those that do not, for the description. */
export const fitLines = (lines: readonly Line[]): { doneWhen: Line[]; rest: string } => {
  if (lines.length === 0) return { doneWhen: [], rest: '' }
  const fits = lines.filter(({ text }) => text.length <= DONE_WHEN_TEXT_MAX).slice(0, DONE_WHEN_MAX)
  const isFit = new Set(fits)
  const rest = lines.filter((line) => !isFit.has(line))
  return { doneWhen: fits, rest: rest.map(({ text, isDone }) => `- [${isDone ? 'x' : ' '}] ${text}`).join('\n') }
}
