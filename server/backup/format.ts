import { z } from 'zod'
import { FILE_MAX_BYTES } from '../../shared/contract/index.ts'

/**
 * A backup is one compressed text. Lines in brackets say what follows: the beginning, the tables, the files, the end. Lines in
 * braces are rows of the table, lines in quotes are bytes of the file. Without its end a backup is not whole.
 */
const markSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('begin'), format: z.literal(1), createdAt: z.string(), migrations: z.array(z.string()) }),
  z.object({ is: z.literal('table'), name: z.string(), columns: z.array(z.string()).min(1) }),
  z.object({
    is: z.literal('file'),
    // Both become part of a path.
    id: z.uuid(),
    projectID: z.uuid(),
    size: z.int().min(0).max(FILE_MAX_BYTES),
    sha256: z.hash('sha256'),
  }),
  z.object({ is: z.literal('end'), rows: z.int(), files: z.int() }),
])
export type Mark = z.output<typeof markSchema>
export type MarkOf<Is extends Mark['is']> = Extract<Mark, { is: Is }>

export const markLine = (mark: Mark): string => JSON.stringify([mark])
/** The mark of a line in brackets. Errors: what is no mark. */
export const readMark = (line: string): Mark => z.tuple([markSchema]).parse(JSON.parse(line))[0]

/**
 * Tables that a backup leaves out, and that a restore does not take from one: whoever has a backup, or makes one up, would
 * have the secret that signs access tokens.
 */
export const isLeftOut = (table: string): boolean => table === 'server_secrets'
