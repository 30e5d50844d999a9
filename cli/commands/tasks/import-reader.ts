// The reader of other programs' files. The bundle has it in a file of its own, which no other command loads.
export { dayOrderOfTable } from '#shared/rules/import/columns.ts'
export { UnreadableImport } from '#shared/rules/import/drafts.ts'
export { encodings, isEncoding } from '#shared/rules/import/encoding.ts'
export { groupNotes } from '#shared/rules/import/notes.ts'
export { partsOf } from '#shared/rules/import/parts.ts'
export { planOf, priorityWordsOf, statusWordsOf } from '#shared/rules/import/plan.ts'
export { readImport, sourceOf } from '#shared/rules/import/read.ts'
export { draftsOf } from '#shared/rules/import/rows.ts'
export { showPlan } from '#shared/rules/import/shown.ts'
export { tableFields } from '#shared/rules/import/words/heads.ts'
export { readStatus } from '#shared/rules/import/words/statuses.ts'
export const readWorkbook = async (bytes: Uint8Array) =>
  (await import('#shared/rules/import/workbook.ts')).readWorkbook(bytes)
