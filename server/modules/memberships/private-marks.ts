import type { PrivateLabel, PrivateNotes } from '#shared/contract/index.ts'
import type { AppDeps } from '#server/deps.ts'
import { notFound, stale } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { findNotes, type NotesRow, writeLabel, writeNotes } from './private-marks-repository.ts'

/**
 * Labels and notes are for owners and admins alone. This module records no event, notifies nobody and is read by no
 * other module, so nothing can reach the applicant.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'>

const unknownRequest = () => notFound('Request not found')

/**
 * Sets or removes the private label of an application. Errors: 404 for anybody but owners and admins of its project.
 */
export const setLabel = async (
  { db }: Pick<Deps, 'db'>,
  { userID: viewerID }: Viewer,
  { params: { id: requestID }, body: { label } }: Input<'requests.setLabel'>,
): Promise<{ label: PrivateLabel }> => {
  if (!(await writeLabel(db, { requestID, viewerID }, label))) throw unknownRequest()
  return { label }
}

const toNotes = (row: NotesRow): PrivateNotes => ({
  text: row.notes,
  version: row.notes_version,
  by:
    row.by_id !== null && row.by_username !== null
      ? { id: row.by_id, username: row.by_username, name: row.by_name ?? '' }
      : null,
  at: row.notes_at?.toISOString() ?? null,
})

/** The private notes about an application. Errors: 404 for anybody but owners and admins of its project. */
export const getNotes = async (
  { db }: Pick<Deps, 'db'>,
  { userID: viewerID }: Viewer,
  { params: { id: requestID } }: Input<'requests.notes'>,
): Promise<PrivateNotes> => {
  const row = await findNotes(db, { requestID, viewerID })
  if (!row) throw unknownRequest()
  return toNotes(row)
}

/**
 * Replaces the notes and returns them. Errors: as getNotes, 409 with the newer notes when somebody else has changed them since
 * `version`.
 */
export const saveNotes = async (
  deps: Deps,
  viewer: Viewer,
  { params, body: { text, version } }: Input<'requests.saveNotes'>,
): Promise<PrivateNotes> => {
  const to = { requestID: params.id, viewerID: viewer.userID }
  const isWritten = await writeNotes(deps.db, to, { text, version: version ?? null, now: deps.clock.now() })
  const notes = await getNotes(deps, viewer, { params })
  if (!isWritten) throw stale('Somebody else has changed these notes since.', notes)
  return notes
}
