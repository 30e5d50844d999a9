/** What is asked of the database for a list of at most `max`: one more tells that there are more. */
export const oneMoreThan = (max: number): number => max + 1

export type BoundedList<T> = { data: T[]; message?: string }

/** The answer of a list that stops at `max`, whose rows were asked for with `oneMoreThan(max)`: a list that was cut says so. */
export const boundedList = <T>(rows: readonly T[], max: number, what: string): BoundedList<T> =>
  rows.length <= max
    ? { data: [...rows] }
    : {
        data: rows.slice(0, max),
        message: `Only the first ${max.toLocaleString('en-US')} ${what} are listed; there are more.`,
      }
