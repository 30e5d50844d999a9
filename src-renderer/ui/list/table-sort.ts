import type { Param } from '#lib/address-state.ts'

/** The order of a table's rows. It has a file of its own, so that an address can be read without loading the grid's code. */
export type TableSort = { field: string; direction: 'asc' | 'desc' }

/** A table's order as its address says it, `email:asc`; none when it says nothing, or a column that is not among `fields`. */
export const sortedBy = (fields: readonly string[]): Param<TableSort | null> => ({
  read: (text) => {
    const [field = '', direction] = (text ?? '').split(':')
    return fields.includes(field) && (direction === 'asc' || direction === 'desc') ? { field, direction } : null
  },
  write: (sort) => sort && `${sort.field}:${sort.direction}`,
})
