import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isLeftOut } from './format.ts'
import { damaged, readParts } from './read-parts.ts'
import type { OpenBackup } from './source.ts'

/** `missing` counts files that have a row but no bytes in the backup. */
export type VerifiedCounts = { rows: number; tables: number; files: number; missing: number }

const fileRow = z.object({ id: z.string(), project_id: z.string(), size_bytes: z.number(), state: z.string() })

/**
 * Reads a backup to its end and checks it as a restore does, without a database: it is complete, rows have their
 * table's columns, and files have their row and the stored bytes. Errors: one sentence.
 */
export const verifyBackup = async (backup: OpenBackup): Promise<VerifiedCounts> => {
  const counts = { rows: 0, files: 0 }
  const tables = new Set<string>()
  const expected = new Map<string, z.output<typeof fileRow>>()
  try {
    for await (const part of readParts(backup, null)) {
      if (part.is === 'row') {
        if (isLeftOut(part.table.name)) continue
        counts.rows += 1
        tables.add(part.table.name)
        if (part.table.name !== 'files') continue
        const row = fileRow.safeParse(JSON.parse(part.row))
        if (!row.success) throw damaged(backup.name, 'a row of "files" is nothing that the database takes')
        if (row.data.state === 'stored') expected.set(row.data.id, row.data)
      } else {
        const { id, projectID, size, sha256 } = part.file
        const row = expected.get(id)
        if (row?.project_id !== projectID || row.size_bytes !== size)
          throw damaged(backup.name, `the file ${id} in it belongs to no row`)
        if (createHash('sha256').update(part.bytes).digest('hex') !== sha256)
          throw damaged(backup.name, `the file ${id} in it is not what was stored`)
        expected.delete(id)
        counts.files += 1
      }
    }
  } finally {
    await backup.lines.return(undefined)
  }
  return { ...counts, tables: tables.size, missing: expected.size }
}
