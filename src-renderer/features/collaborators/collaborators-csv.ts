import type { Collaborator } from '../../../shared/rules/collaborators.ts'
import { csvText } from '../../../shared/rules/csv.ts'
import { decimalOf } from '../../lib/amounts.ts'

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
  ['Earnings (USD)', (one) => decimalOf(one.earnings)],
  ['Skills', (one) => one.skills.join(', ')],
]

/** The list as CSV. */
export const toCsv = (collaborators: readonly Collaborator[]): string =>
  csvText([columns.map(([title]) => title), ...collaborators.map((one) => columns.map(([, of]) => of(one)))])

/** The file's name, such as `collaborators-harbour-map-2026-01-05.csv`, which is safe on every system. */
export const csvName = (what: string, project: string, now: Date): string => {
  const slug = project
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return `${[what, slug, now.toISOString().slice(0, 10)].filter(Boolean).join('-')}.csv`
}
