/** How many rows to select for a list of at most `max`: the extra row shows whether there are more. */
export const oneMoreThan = (max: number): number => max + 1

/** A list as it is sent, with a message where it was cut. */
export class BoundedList<T> {
  readonly data: T[]
  readonly message?: string
  constructor(data: readonly T[], message?: string) {
    this.data = [...data]
    if (message !== undefined) this.message = message
  }
}

/**
 * The answer of a list that ends at `max`, made of rows that were selected with `oneMoreThan(max)`. The message says
 * when the list was cut; `what` names its entries.
 */
export const boundedList = <T>(rows: readonly T[], max: number, what: string): BoundedList<T> =>
  rows.length <= max
    ? new BoundedList(rows)
    : new BoundedList(
        rows.slice(0, max),
        `Only the first ${max.toLocaleString('en-US')} ${what} are listed; there are more.`,
      )
