import { sql } from 'kysely'
import type { PrivateLabel } from '#shared/contract/index.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

type For = { requestID: string; viewerID: string }

/**
 * The application, where the viewer is an owner or admin of its project and not its applicant, who may have become one since: a
 * row of `r`.
 */
const ownApplication = ({ requestID, viewerID }: For) => sql`
  from project_requests r join projects p on p.id = r.project_id
    join memberships m on m.project_id = r.project_id and m.user_id = ${viewerID} and m.role in ('owner', 'admin')
  where r.id = ${requestID} and r.user_id <> ${viewerID} and r.kind <> 'invitation' and r.withdrawn_at is null and p.deleted_at is null`

/** Sets the private label. Returns whether the viewer may: an owner or admin of the application's project. */
export const writeLabel = async (db: DbOrTx, to: For, label: PrivateLabel): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into private_marks (request_id, label) select r.id, nullif(${label}::text, 'none') ${ownApplication(to)}
    on conflict (request_id) do update set label = excluded.label`.execute(db)
  return numAffectedRows === 1n
}

export type NotesRow = {
  notes: string
  notes_version: number
  notes_at: Date | null
  by_id: string | null
  by_username: string | null
  by_name: string | null
}

/** The notes, empty where nobody has written any; undefined for anybody but owners and admins of the project. */
export const findNotes = async (db: DbOrTx, to: For): Promise<NotesRow | undefined> => {
  const { rows } = await sql<NotesRow>`
    select coalesce(k.notes, '') as notes, coalesce(k.notes_version, 0) as notes_version, k.notes_at, u.id as by_id,
      u.username as by_username, u.name as by_name
    from (select r.id ${ownApplication(to)}) as own
      left join private_marks k on k.request_id = own.id left join users u on u.id = k.notes_by`.execute(db)
  return rows[0]
}

/** Replaces the notes unless they have changed since `version` (null: whatever they say). Returns whether it did. */
export const writeNotes = async (
  db: DbOrTx,
  to: For,
  { text, version, now }: { text: string; version: number | null; now: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into private_marks (request_id, notes, notes_version, notes_by, notes_at)
    select r.id, ${text}, 1, ${to.viewerID}::uuid, ${now}::timestamptz ${ownApplication(to)}
    on conflict (request_id) do update
    set notes = excluded.notes, notes_version = private_marks.notes_version + 1, notes_by = excluded.notes_by,
      notes_at = excluded.notes_at
    where ${version}::int is null or private_marks.notes_version = ${version}::int`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes labels and notes of all applications to a project. */
export const deleteMarksOf = async (tx: Tx, projectID: string): Promise<void> => {
  await send(
    tx,
    sql`delete from private_marks k using project_requests r
    where r.id = k.request_id and r.project_id = ${projectID}`,
  )
}
