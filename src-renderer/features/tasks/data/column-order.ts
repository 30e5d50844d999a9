import type { Task } from '#shared/contract/index.ts'

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** The order of a column: by rank; on a host that has none, last changed first. */
export const inColumn = (a: Task, b: Task): number =>
  a.rank !== undefined && b.rank !== undefined ? byText(a.rank, b.rank) : byText(b.updatedAt, a.updatedAt)

/** The longest wait first; a task of a host that does not say since when comes last. */
export const byWait = (a: Task, b: Task): number => byText(a.waitsSince ?? '~', b.waitsSince ?? '~')
