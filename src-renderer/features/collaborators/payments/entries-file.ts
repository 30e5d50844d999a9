import type { LedgerEntry } from '#shared/contract/ledger.ts'
import { csvText } from '#shared/rules/csv.ts'

/** An account as people read it: its tasks, claims and people are in columns of their own. */
const accountText = (account: string): string => account.split(':')[0] ?? ''
const hundredths = (cents: number): string => (cents / 100).toFixed(Number.isInteger(cents) ? 2 : 3)

const columns: ReadonlyArray<readonly [title: string, of: (one: LedgerEntry) => string]> = [
  ['Time', (one) => one.createdAt],
  ['Kind', (one) => one.kind],
  ['From', (one) => accountText(one.from)],
  ['To', (one) => accountText(one.to)],
  ['Amount', (one) => hundredths(one.amountCents)],
  ['Currency', (one) => one.currency],
  ['Name', (one) => one.person?.name ?? ''],
  ['Username', (one) => one.person?.username ?? ''],
  ['Task ID', (one) => one.taskID ?? ''],
  ['Claim ID', (one) => one.claimID ?? ''],
  ['Payment ID', (one) => one.paymentID ?? ''],
  ['Entry ID', (one) => one.id],
]

export const entryFormats = ['csv', 'json'] as const
export type EntryFormat = (typeof entryFormats)[number]

/** All entries of the ledger as a file, of every kind. A spreadsheet runs none of its texts. */
export const entriesFile = (entries: readonly LedgerEntry[], format: EntryFormat): string =>
  format === 'json'
    ? `${JSON.stringify(entries, null, 2)}\n`
    : csvText([columns.map(([title]) => title), ...entries.map((one) => columns.map(([, of]) => of(one)))])
