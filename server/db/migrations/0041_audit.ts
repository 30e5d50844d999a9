import { sql, type Kysely } from 'kysely'

/** An owner's audit reads the events of one project, newest first. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw('create index events_project_idx on events (project_id, xid, id) where project_id is not null')
    .execute(db)
}
