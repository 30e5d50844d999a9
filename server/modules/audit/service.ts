import type { AuditEntry } from '#shared/contract/audit.ts'
import { accessOf } from '#server/access/access.ts'
import { primaryOf } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { type Cursor, endOfLog, readCursor, writeCursor } from '#server/events/read.ts'
import { forbidden, invalid, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import * as repository from './repository.ts'

type Answer = { data: AuditEntry[]; nextCursor: string | null; newest: string }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const personOf = (id: string | null, username: string | null) =>
  id !== null && username !== null ? { id, username } : null

const toEntry =
  (isAdministrator: boolean) =>
  (row: repository.AuditRow): AuditEntry => {
    const { network, ...details } = row.data
    return {
      id: row.id,
      kind: row.kind,
      createdAt: row.created_at.toISOString(),
      actor: personOf(row.actor_id, row.actor_name),
      subject: personOf(row.subject_id, row.subject_name),
      projectID: row.project_id,
      taskID: row.task_id,
      requestID: row.request_id,
      network: isAdministrator && typeof network === 'string' ? network : null,
      details,
    }
  }

/** The place that a client sends back, in the log that there is now. Errors: 422. */
const placeOf = (field: string, text: string | undefined, { epoch }: Cursor): repository.AuditPlace | null => {
  if (text === undefined) return null
  const cursor = readCursor(text)
  if (cursor?.epoch !== epoch) throw invalid(field, 'This is not a cursor of ours, or of before a restore.')
  return cursor
}

/**
 * A page of the audit: administrators read all of it, owners that of their project. Errors: 403 for other members, and
 * without a project; 404 for a project that the viewer is no member of; 422 for a cursor that is not ours.
 */
const listAudit = async ({ db }: Pick<AppDeps, 'db'>, viewer: Viewer, input: Input<'audit.list'>): Promise<Answer> => {
  const { person, cursor, after: newer, limit, ...filter } = input.query
  const { isAdministrator } = viewer
  if (!isAdministrator) {
    if (filter.projectID === undefined) throw forbidden('Only administrators read the whole audit.')
    const role = (await accessOf(db, filter.projectID, viewer.userID))?.role
    if (!role) throw notFound('Project not found')
    if (role !== 'owner') throw forbidden('Only owners of the project may do that.')
  }
  const end = await endOfLog(db)
  const before = placeOf('cursor', cursor, end)
  const after = placeOf('after', newer, end)
  // A replica that has not come to that place yet would leave out what lies between, or lead back.
  const isBehind = [before, after].some((place) => place && BigInt(place.xid) > BigInt(end.xid))
  if (isBehind && primaryOf(db) !== db) return listAudit({ db: primaryOf(db) }, viewer, input)
  const userID = person === undefined || UUID.test(person) ? person : await repository.findUserID(db, person)
  // Nobody has that name, so nobody has done anything.
  const isNobody = person !== undefined && userID === undefined
  const rows = isNobody
    ? []
    : await repository.findEntries(db, { ...filter, userID, before, after, until: end.xid, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isCut = rows.length > limit
  return {
    data: shown.map(toEntry(isAdministrator)),
    nextCursor: isCut && last && !after ? writeCursor({ ...end, xid: last.xid, id: last.id }) : null,
    newest: writeCursor(isCut && last && after ? { ...end, xid: last.xid, id: last.id } : end),
  }
}

export const audit = { list: listAudit }
