import { sql, type Kysely } from 'kysely'

/** Indexes that alone answer how many bytes the files of a project and of a person have, which each upload asks. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index files_project_usage_idx on files (project_id) include (size_bytes) where state <> 'deleting'`.execute(
    db,
  )
  await sql`create index files_person_usage_idx on files (uploaded_by) include (size_bytes) where state <> 'deleting'`.execute(
    db,
  )
}
