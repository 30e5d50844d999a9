import { sql, type Kysely } from 'kysely'

/** What a project's and a person's files add up to is asked at each upload: from the index alone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index files_project_usage_idx on files (project_id) include (size_bytes) where state <> 'deleting'`.execute(
    db,
  )
  await sql`create index files_person_usage_idx on files (uploaded_by) include (size_bytes) where state <> 'deleting'`.execute(
    db,
  )
}
