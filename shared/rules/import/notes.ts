import type { Note } from './drafts.ts'

/** Notes that say the same, with the titles of their tasks; none for a note about the whole file. */
export type NoteGroup = { text: string; tasks: readonly string[] }

/** Equal notes as one, those about the whole file first. */
export const groupNotes = (notes: readonly Note[]): NoteGroup[] => {
  const groups = new Map<string, string[]>()
  for (const { task, text } of notes) {
    const tasks = groups.get(text) ?? []
    if (task !== '') tasks.push(task)
    groups.set(text, tasks)
  }
  return [...groups]
    .map(([text, tasks]) => ({ text, tasks }))
    .toSorted((a, b) => Number(a.tasks.length > 0) - Number(b.tasks.length > 0))
}
