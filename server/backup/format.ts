import { z } from 'zod'
import { FILE_MAX_BYTES } from '#shared/contract/index.ts'

/**
 * A backup is one compressed text. A line in brackets announces what follows: the beginning, a table, a file, or the
 * end. A line in braces is a row of the table, a line in quotes bytes of the file. Without its end a backup is
 * incomplete.
 */
const markSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('begin'), format: z.literal(1), createdAt: z.string(), migrations: z.array(z.string()) }),
  z.object({ is: z.literal('table'), name: z.string(), columns: z.array(z.string()).min(1) }),
  z.object({
    is: z.literal('file'),
    // The two IDs become parts of a path, so they must be UUIDs.
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
/** Reads the mark in a line in brackets. Errors: when the line is not a mark. */
export const readMark = (line: string): Mark => z.tuple([markSchema]).parse(JSON.parse(line))[0]

/**
 * Tables that a backup leaves out and a restore ignores: the secret that signs access tokens, which anybody with a real
 * or forged backup would know; and sign-ins under way, which end like sessions.
 */
export const isLeftOut = (table: string): boolean => table === 'server_secrets' || table === 'sign_in_challenges'
