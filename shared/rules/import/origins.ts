import type { Json } from './json.ts'

type Origin = { record: Json; added: readonly string[] }
const origins = new WeakMap<Json, Origin>()
/** The object of the file that a record was, and what was added of those above it. */
export const originOf = (record: Json): Origin => origins.get(record) ?? { record, added: [] }
/** A record with what those above it say. */
export const within = (above: Readonly<Record<string, string>>, one: Json): Json => {
  const said = Object.fromEntries(Object.entries(above).filter(([key, text]) => text !== '' && !(key in one)))
  const made = { ...said, ...one }
  const { record, added } = originOf(one)
  origins.set(made, { record, added: [...added, ...Object.values(said)] })
  return made
}
