import type { DraftComment, DraftTask } from './drafts.ts'

/** Todoist's rows that are no tasks: sections, and notes on the task above. */
export const otherRow = (
  type: string,
  title: string,
  before: DraftTask | undefined,
): { text: string; section?: string; comment?: DraftComment } | null => {
  if (type === '' || type === 'task') return null
  if (type === 'section') return { text: `The section “${title}” is no task; its tasks name it.`, section: title }
  if (type === 'note' && before)
    return {
      text: `The note “${title}” is no task; it is a comment on “${before.title}”.`,
      comment: { author: null, on: null, body: title },
    }
  return { text: `A row of the type “${type}” is no task${title === '' ? '' : `: ${title}`}.` }
}
