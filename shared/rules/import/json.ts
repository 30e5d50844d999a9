/* Reading JSON of strangers: what is not of the type that is asked for is as if it were not there. */

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const objectsOf = (value: unknown): Json[] => listOf(value).filter(isObject)
/** A text, a number or a truth value as text; '' for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
export const textsOf = (value: unknown): string[] =>
  listOf(value)
    .map(textOf)
    .filter((text) => text.trim() !== '')
export const numberOf = (value: unknown): number => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}
export const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1
/** The objects in the order of their positions. */
export const inPlace = (items: readonly Json[], key = 'pos'): Json[] =>
  items.toSorted((a, b) => numberOf(a[key]) - numberOf(b[key]))
export const byID = (items: readonly Json[], key = 'id'): ReadonlyMap<string, Json> =>
  new Map(items.map((item) => [textOf(item[key]), item]))
export const groupBy = (items: readonly Json[], key: string): ReadonlyMap<string, Json[]> => {
  const groups = new Map<string, Json[]>()
  for (const item of items) {
    const id = textOf(item[key])
    const group = groups.get(id)
    if (group) group.push(item)
    else groups.set(id, [item])
  }
  return groups
}
