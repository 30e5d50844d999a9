/** How many rows to select for a list of at most `max`: the extra row shows whether there are more. */
export const oneMoreThan = (max: number): number => max + 1

export type BoundedList<T> = { data: T[]; message?: string }

/**
 * The answer of a list that ends at `max`, made of rows that were selected with `oneMoreThan(max)`. The message says
 * when the list was cut; `what` names its entries.
 */
export const boundedList = <T>(rows: readonly T[], max: number, what: string): BoundedList<T> =>
  rows.length <= max
    ? { data: [...rows] }
    : {
        data: rows.slice(0, max),
        message: `Only the first ${max.toLocaleString('en-US')} ${what} are listed; there are more.`,
      }
