import { type PayerRecord, RECORD_FROM, type WorkerRecord } from '#shared/contract/records.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import * as repository from './repository.ts'

/**
 * How owners pay and people work. Both are counted from what the ledger, claims and reviews say, and no call changes them. A payer is
 * who made the project.
 */

const DAY_MS = 24 * 60 * 60_000
const rounded = (value: number) => Math.round(value * 100) / 100
const share = (part: number, whole: number) => (whole === 0 ? null : rounded(part / whole))

const toPayer = (row: repository.PayerRow, now: Date): PayerRecord => ({
  count: row.count,
  paid: row.paid,
  medianDays: row.median_days === null ? null : rounded(row.median_days),
  withinPromise: share(row.in_time, row.paid + row.late_count),
  confirmed: share(row.confirmed, row.paid),
  reviewDays: row.review_days === null ? null : rounded(row.review_days),
  reviewsByClock: row.by_clock,
  rulingsAgainst: row.against,
  late:
    row.late === null || row.late_since === null
      ? null
      : { amounts: row.late, days: Math.max(1, Math.floor((now.getTime() - row.late_since.getTime()) / DAY_MS)) },
})

/** The records of those who made these projects, by the project's ID. One statement, however many there are. */
export const payersOfProjects = async (
  db: DbOrTx,
  projectIDs: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, PayerRecord>> => {
  if (projectIDs.length === 0) return new Map()
  const rows = await repository.findPayersOfProjects(db, [...new Set(projectIDs)], now)
  return new Map(rows.map((row) => [row.id, toPayer(row, now)]))
}

/** How a person pays for the projects that they made. */
export const payerOf = async (db: DbOrTx, userID: string, now: Date): Promise<PayerRecord | null> => {
  const row = await repository.findPayer(db, userID, now)
  return row ? toPayer(row, now) : null
}

const toWorker = ({ accepted, on_time, returned, expired, creators }: repository.WorkerRow): WorkerRecord | null =>
  accepted < RECORD_FROM ? null : { accepted, onTime: share(on_time, accepted), returned, expired, creators }

/** How these people do what they took; nothing of those with fewer than three accepted tasks. */
export const workersOf = async (db: DbOrTx, userIDs: readonly string[]): Promise<ReadonlyMap<string, WorkerRecord>> => {
  if (userIDs.length === 0) return new Map()
  const rows = await repository.findWorkers(db, [...new Set(userIDs)])
  return new Map(
    rows.flatMap((row) => {
      const record = toWorker(row)
      return record ? [[row.id, record] as const] : []
    }),
  )
}
export const workerOf = async (db: DbOrTx, userID: string): Promise<WorkerRecord | null> =>
  (await workersOf(db, [userID])).get(userID) ?? null
