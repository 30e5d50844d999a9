import type { Payment } from '#shared/contract/index.ts'
import { csvText } from '#shared/rules/csv.ts'
import { decimalOf } from '#shared/rules/money.ts'
import { personText } from '#shared/rules/person.ts'

type NameOf = (userID: string, username: string) => string

const columns: ReadonlyArray<readonly [title: string, of: (one: Payment, nameOf: NameOf) => string]> = [
  ['Date', (one) => one.createdAt.slice(0, 10)],
  ['Name', (one, nameOf) => nameOf(one.userID, one.username)],
  ['Username', (one) => one.username],
  ['Amount', (one) => decimalOf(one.currency, one.amountCents)],
  ['Currency', (one) => one.currency],
  ['Method', (one) => one.method ?? ''],
  ['Note', (one) => one.note ?? ''],
  ['Task', (one) => one.task?.taskId ?? ''],
  ['Task title', (one) => one.task?.title ?? ''],
  ['Recorded by', (one) => personText({ name: one.recordedByName, username: one.recordedByUsername })],
  ['Voided', (one) => one.voidedAt?.slice(0, 10) ?? ''],
  ['Reason', (one) => one.voidReason ?? ''],
]

const ofTasks: readonly string[] = ['Task', 'Task title']

/** Entries of the ledger as CSV; a voided one says when and why, because it counts in no sum. */
export const paymentsCsv = (payments: readonly Payment[], nameOf: NameOf, knowsTasks: boolean): string => {
  const shown = knowsTasks ? columns : columns.filter(([title]) => !ofTasks.includes(title))
  return csvText([shown.map(([title]) => title), ...payments.map((one) => shown.map(([, of]) => of(one, nameOf)))])
}
