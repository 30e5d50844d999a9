import { UnreadableImport } from '#shared/rules/import/drafts.ts'
import { type ReadChoices, type ReadImport, readImport } from '#shared/rules/import/read.ts'

/** The most bytes of a file: a board of Trello with years of history has some 20 MB. */
const FILE_MAX_BYTES = 40 * 1024 * 1024

const workbook = async (bytes: Uint8Array) => (await import('#shared/rules/import/workbook.ts')).readWorkbook(bytes)

/** What a file has, or the sentence that says why it cannot be read. */
export const readFile = async (file: File, choices: ReadChoices = {}): Promise<ReadImport | string> => {
  if (file.size > FILE_MAX_BYTES) return 'This file is larger than 40 MB. Please split it.'
  try {
    return await readImport(new Uint8Array(await file.arrayBuffer()), choices, workbook)
  } catch (error) {
    if (error instanceof UnreadableImport) return error.message
    return 'This file could not be read. It may have been moved or changed.'
  }
}
