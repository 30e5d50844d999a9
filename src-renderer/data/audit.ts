import { keepPreviousData } from '@tanstack/react-query'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { call } from './operations.ts'
import { query } from './query.ts'

/** What narrows the audit: all of it is text of the address, and empty for no filter. */
export type AuditFilter = {
  projectID?: string
  person: string
  kind: string
  /** The first and the last day (YYYY-MM-DD), in the device's time zone. */
  from: string
  to: string
}

export const AUDIT_ROWS = 50
/** A CSV has at most this many rows. */
export const CSV_ROWS_MAX = 10_000
const PAGE_MAX = 100
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** When a day of the device begins, this many days later; undefined for what is no day. */
const beginningOf = (day: string, later = 0): string | undefined => {
  if (!DAY.test(day)) return undefined
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const begins = new Date(year, month - 1, date + later)
  return Number.isNaN(begins.getTime()) ? undefined : begins.toISOString()
}

const askedOf = ({ projectID, person, kind, from, to }: AuditFilter) => {
  const [begins, ends] = [beginningOf(from), beginningOf(to, 1)]
  return {
    ...(projectID && { projectID }),
    ...(person.trim() && { person: person.trim() }),
    ...(kind && { kind }),
    ...(begins && { from: begins }),
    ...(ends && { to: ends }),
  }
}

/** A page of the audit. The old one stays until the new one has arrived. */
export const auditQuery = (filter: AuditFilter, cursor: string) =>
  query(
    'audit.list',
    { query: { ...askedOf(filter), limit: AUDIT_ROWS, ...(cursor && { cursor }) } },
    { placeholderData: keepPreviousData },
  )

/** All rows that fit, newest first, at most CSV_ROWS_MAX. Errors: ApiError. */
export const everyEntry = async (filter: AuditFilter): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  let cursor: string | null = ''
  while (cursor !== null && entries.length < CSV_ROWS_MAX) {
    const page: { data: AuditEntry[]; nextCursor: string | null } = await call('audit.list', {
      query: { ...askedOf(filter), limit: PAGE_MAX, ...(cursor && { cursor }) },
    })
    entries.push(...page.data)
    cursor = page.nextCursor
  }
  return entries
}
