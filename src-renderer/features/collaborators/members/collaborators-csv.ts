import type { Collaborator } from '#shared/rules/collaborators.ts'
import { csvText } from '#shared/rules/csv.ts'
import { decimalOf } from '#shared/rules/money.ts'

const day = (iso: string | null): string => iso?.slice(0, 10) ?? ''

const columnsIn = (
  currency: string,
): ReadonlyArray<readonly [title: string, of: (one: Collaborator) => string | number]> => [
  ['Name', (one) => one.name],
  ['Username', (one) => one.username],
  ['Email', (one) => one.email],
  ['Role', (one) => one.role],
  ['Status', (one) => one.status],
  ['Joined', (one) => day(one.joinDate)],
  ['Last active', (one) => day(one.lastActive)],
  ['Tasks completed', (one) => one.tasksCompleted],
  ['Total tasks', (one) => one.totalTasks],
  ['Completion (%)', (one) => one.completionRate],
  [`Earnings (${currency})`, (one) => decimalOf(currency, one.earnings)],
  ['Skills', (one) => one.skills.join(', ')],
]

/** The list as CSV, with what was paid in the currency of the project. */
export const toCsv = (collaborators: readonly Collaborator[], currency: string): string => {
  const columns = columnsIn(currency)
  return csvText([columns.map(([title]) => title), ...collaborators.map((one) => columns.map(([, of]) => of(one)))])
}
