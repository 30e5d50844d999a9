/** The order of a table's rows. It has a file of its own, so that an address can be read without loading the grid's code. */
export type TableSort<Field extends string = string> = { field: Field; direction: 'asc' | 'desc' }

/** An order as the page's address has it: `email:asc`. */
export const sortText = ({ field, direction }: TableSort): string => `${field}:${direction}`

/** Reads the order from an address; null when there is none, or when its column is not among `fields`. */
export const readSort = <Field extends string>(
  text: string | null,
  fields: readonly Field[],
): TableSort<Field> | null => {
  const [name, direction] = (text ?? '').split(':')
  const field = fields.find((one) => one === name)
  return field && (direction === 'asc' || direction === 'desc') ? { field, direction } : null
}
