import type { Kysely } from 'kysely'
import { list } from './list.generated.ts'

export type Migration = { name: string; up: (db: Kysely<unknown>) => Promise<void> }

/** All migrations, in order. They are imported one by one, not found on disk, so that the bundled server holds them. */
export const migrations: readonly Migration[] = list
