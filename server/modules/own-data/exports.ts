import { rm } from 'node:fs/promises'
import { brand } from '#shared/brand.ts'
import { EXPORT_HOURS, type OwnExport } from '#shared/contract/index.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { receive } from '#server/files/arrival.ts'
import { arrivalDir } from '#server/files/file-store.ts'
import { conflict, notFound, unavailable } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import { prefixOf } from '#server/http/network.ts'
import type { Input } from '#server/http/services.ts'
import { OutgoingFile } from '#server/http/transfer.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { contentOf } from './export-content.ts'
import * as repository from './exports-repository.ts'
import { exportMail } from './mails.ts'
import { zipOf } from './zip.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'store' | 'logger'>

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const GOOD_MS = EXPORT_HOURS * HOUR_MS
/** A process that makes an export and has not said so for this long counts as dead. */
const LEASE_MS = 60_000
const RENEW_MS = 15_000
const TRIES_MAX = 6

/** Where the store keeps the zip of a try. */
export const exportKey = (fileID: string): string => `exports/${fileID}`

const endOf = ({ ready_at }: repository.ExportRow): Date | null => ready_at && new Date(ready_at.getTime() + GOOD_MS)
const againOf = ({ asked_at, state }: repository.ExportRow, now: Date): Date | null => {
  const again = new Date(asked_at.getTime() + DAY_MS)
  return state === 'failed' || again <= now ? null : again
}

const toOwnExport = (row: repository.ExportRow, now: Date): OwnExport => {
  const endsAt = endOf(row)
  const isOver = row.state === 'expired' || (endsAt !== null && endsAt <= now)
  return {
    id: row.id,
    state: isOver ? 'expired' : (row.state as OwnExport['state']),
    askedAt: row.asked_at.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    size: row.size_bytes === null ? null : Number(row.size_bytes),
    againAt: againOf(row, now)?.toISOString() ?? null,
  }
}

/** The export that the viewer asked for last; null when there was none. */
export const lastExport = async ({ db, clock }: Deps, { userID }: Viewer): Promise<OwnExport | null> => {
  const row = await repository.findLast(db, userID)
  return row ? toOwnExport(row, clock.now()) : null
}

/** Begins an export of the viewer's data. Errors: 429 within a day of the last one, unless that failed. */
export const askExport = async (
  deps: Deps & Pick<AppDeps, 'background'>,
  viewer: Viewer,
  _: Input<'ownData.askExport'>,
  { ip }: RequestContext,
): Promise<OwnExport> => {
  const { db, clock, background } = deps
  const { userID } = viewer
  const now = clock.now()
  const asked = await withTx(db, async (tx) => {
    const goesAt = await repository.holdPerson(tx, userID)
    // Its zip would be made beside the deletion, and stay.
    if (goesAt && goesAt <= now) throw conflict('CONFLICT', 'Your account is being deleted.')
    const last = await repository.findLast(tx, userID)
    // A person who has waited in vain need not wait once more.
    if (last?.state !== 'failed') await requireWithin(tx, now, limitOf('export', userID))
    await repository.insertExport(tx, userID, now)
    const data = { network: prefixOf(ip) }
    await record(tx, now, { kind: 'account.exported', actorID: userID, subjectID: userID, data })
    return repository.findLast(tx, userID)
  })
  if (!asked) throw notFound()
  background.run('making exports', () => makeExports(deps))
  return toOwnExport(asked, now)
}

/** The zip of an export. Errors: 404 for one that is somebody else's, is not ready, or is gone; 503 when the store fails. */
export const downloadExport = async (
  { db, clock, store }: Deps,
  { userID }: Viewer,
  { params }: Input<'ownData.downloadExport'>,
): Promise<OutgoingFile> => {
  const row = await repository.findOwn(db, userID, params.id)
  const isReady = row && toOwnExport(row, clock.now()).state === 'ready'
  if (!isReady || row.file_id === null) throw notFound('There is no such export.')
  const stream = await store.get(exportKey(row.file_id)).catch((error: unknown) => {
    throw unavailable('The export cannot be read now. Please try again.', error)
  })
  if (!stream) throw notFound('There is no such export.')
  const name = `${brand.name.toLowerCase()}-${row.asked_at.toISOString().slice(0, 10)}.zip`
  return new OutgoingFile({ name, contentType: 'application/zip', size: Number(row.size_bytes), stream })
}

/** Writes the zip of an export into the store, and returns its bytes. It first removes what a try that died has left. */
const makeFile = async ({ db, clock, config, store }: Deps, claim: repository.Claim): Promise<number> => {
  if (claim.formerFileID !== null) await store.remove(exportKey(claim.formerFileID))
  const now = clock.now()
  const zip = zipOf(contentOf({ db, store, userID: claim.userID, now }), now)
  const arrived = await receive(arrivalDir(config), claim.fileID, zip)
  try {
    await store.put(exportKey(claim.fileID), arrived)
  } finally {
    await rm(arrived.path, { force: true })
  }
  return arrived.size
}

/** Takes the export that has waited longest; undefined when none waits. */
export const takeExport = ({ db, clock }: Deps): Promise<repository.Claim | undefined> =>
  withTx(db, (tx) => {
    const now = clock.now()
    return repository.claimExport(tx, now, new Date(now.getTime() + LEASE_MS))
  })

/** Notes that an export can be fetched, and mails that. Returns false when another process has taken it. */
export const finishExport = ({ db, clock }: Deps, claim: repository.Claim, size: number): Promise<boolean> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    if (!(await repository.endExport(tx, claim, now, size))) return false
    await enqueue(tx, exportMail, { exportID: claim.id }, now)
    return true
  })

const make = async (deps: Deps, claim: repository.Claim): Promise<void> => {
  const { db, clock, store, logger } = deps
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  const renewing = setInterval(() => void repository.keepClaim(db, claim, later(LEASE_MS)).catch(() => {}), RENEW_MS)
  renewing.unref()
  try {
    const size = await makeFile(deps, claim)
    const isOurs = await finishExport(deps, claim, size)
    if (!isOurs) await store.remove(exportKey(claim.fileID))
  } catch (error) {
    logger.error({ err: error, export: claim.id, attempts: claim.attempts }, 'an export cannot be made')
    if (claim.attempts >= TRIES_MAX) await repository.endExport(db, claim, clock.now(), null)
    else await repository.keepClaim(db, claim, later(LEASE_MS * 2 ** (claim.attempts - 1)))
  } finally {
    clearInterval(renewing)
  }
}

/**
 * Makes the waiting exports, one by one. Processes may run this in parallel: each takes another export, and one that a
 * dead process has begun is made again a minute later.
 */
export const makeExports = async (deps: Deps): Promise<void> => {
  for (let claim = await takeExport(deps); claim; claim = await takeExport(deps)) await make(deps, claim)
}

/** Removes the files of expired exports. Can be repeated and run by several processes. */
export const removeExpiredExports = async ({ db, clock, store }: Deps): Promise<void> => {
  const before = new Date(clock.now().getTime() - GOOD_MS)
  for (const { id, file_id } of await repository.findExpired(db, before)) {
    if (file_id !== null) await store.remove(exportKey(file_id))
    await repository.markExpired(db, id)
  }
}
