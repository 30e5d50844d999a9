/** What a table is ordered by. Apart from DataTable, so that a page's address can be read without the grid's code. */
export type TableSort<Field extends string = string> = { field: Field; direction: 'asc' | 'desc' }

/** How a page's address says an order: `email:asc`. */
export const sortText = ({ field, direction }: TableSort): string => `${field}:${direction}`

/** The order that an address names; null for none, also for one by a column that is not among `fields`. */
export const readSort = <Field extends string>(
  text: string | null,
  fields: readonly Field[],
): TableSort<Field> | null => {
  const [name, direction] = (text ?? '').split(':')
  const field = fields.find((one) => one === name)
  return field && (direction === 'asc' || direction === 'desc') ? { field, direction } : null
}
