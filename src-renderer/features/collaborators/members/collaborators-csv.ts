import type { Collaborator } from '#shared/rules/collaborators.ts'
import { csvText } from '#shared/rules/csv.ts'
import { decimalOf } from '#shared/rules/money.ts'

const day = (iso: string | null): string => iso?.slice(0, 10) ?? ''

const columns: ReadonlyArray<readonly [title: string, of: (one: Collaborator) => string | number]> = [
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
  ['Earnings (USD)', (one) => decimalOf('USD', one.earnings)],
  ['Skills', (one) => one.skills.join(', ')],
]

/** The list as CSV. */
export const toCsv = (collaborators: readonly Collaborator[]): string =>
  csvText([columns.map(([title]) => title), ...collaborators.map((one) => columns.map(([, of]) => of(one)))])
