import { z } from 'zod'
import { projectRole, tier } from '../contract/common.ts'
import { skillsList } from '../rules/skills.ts'

/** A row of a list that could not be read, and the reason. */
export type LeftOut = { row: unknown; why: string }
/**
 * Parsing with `schema` adds each unreadable row to `leftOut`. A parse is never asynchronous, so a caller can empty
 * `leftOut` before each one.
 */
export type TolerantReader = { schema: z.ZodType; leftOut: LeftOut[] }

/** Stands for a status that is not a number; every label reads it as 'Unknown'. */
const NO_STATUS = -1

/** For a name that our contract does not know, where a name is required: the name with the fewest rights or points. */
const leastOf = new Map<z.ZodType, string>([
  [tier, 'basic'],
  [projectRole, 'member'],
])

const isBlank = (value: unknown): boolean => value === null || value === undefined
const first = (read: (value: unknown) => unknown, schema: z.ZodType) => z.preprocess(read, schema)

/**
 * Relaxes a response schema for answers of other hosts; our own server must keep to the contract's. Names are read in
 * any case, times in any offset, and unknown statuses pass with the label 'Unknown'. A list loses only its unreadable
 * rows, but a list of only unreadable rows makes the answer unreadable.
 */
export const tolerantReader = (response: z.ZodType): TolerantReader => {
  const leftOut: LeftOut[] = []
  return { schema: asRead(response, false, leftOut), leftOut }
}

const asRead = (schema: z.ZodType, inRow: boolean, leftOut: LeftOut[]): z.ZodType => {
  const same = (part: unknown) => asRead(part as z.ZodType, inRow, leftOut)
  if (schema instanceof z.ZodObject)
    return z.object(Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, same(field)])))
  if (schema instanceof z.ZodArray) return listAsRead(schema, inRow, leftOut)
  if (schema instanceof z.ZodNullable) return nullableAsRead(schema, same, inRow)
  if (schema instanceof z.ZodOptional) {
    if (!inRow) return same(schema.unwrap()).optional()
    // Where a field may be missing or null, each says something of its own.
    const mayBeNull = schema.unwrap() instanceof z.ZodNullable
    const read = (value: unknown) => (mayBeNull ? value : (value ?? undefined))
    return first(read, same(schema.unwrap()).optional()).catch(undefined)
  }
  if (schema instanceof z.ZodDefault) {
    const { innerType, defaultValue } = schema.def
    const inner = same(innerType)
    return first((value) => (isBlank(value) ? defaultValue : value), inner)
  }
  if (schema instanceof z.ZodPipe) return z.pipe(same(schema.def.in), same(schema.def.out))
  if (schema instanceof z.ZodUnion) {
    const isCode = schema.options.every((option) => option instanceof z.ZodLiteral && typeof option.value === 'number')
    return isCode && inRow ? first(numberOf, z.int()) : z.union(schema.options.map((option) => same(option)))
  }
  if (schema instanceof z.ZodEnum) return nameAsRead(schema, inRow)
  if (schema instanceof z.ZodNumber) return numberAsRead(schema, inRow)
  if (schema instanceof z.ZodBoolean && inRow) return first((value) => (isBlank(value) ? false : value), schema)
  return schema instanceof z.ZodISODateTime ? timeAsRead : textAsRead(schema, inRow)
}

/** A field that may be null and that cannot be read counts as null in a row. */
const nullableAsRead = (schema: z.ZodNullable, same: (part: unknown) => z.ZodType, inRow: boolean) => {
  const inner = schema.unwrap() as z.ZodType
  // A role that our contract does not know gives nobody any rights.
  const reader = inner === projectRole ? namesOf(projectRole).catch(null as never) : same(inner)
  const orNull = first((value) => value ?? null, reader.nullable())
  return inRow ? orNull.catch(null) : orNull
}

const namesOf = (schema: z.ZodEnum) =>
  first((value) => {
    if (typeof value !== 'string') return value
    const typed = value.trim().toLowerCase()
    return schema.options.find((name) => String(name).toLowerCase() === typed) ?? value
  }, schema)

const nameAsRead = (schema: z.ZodEnum, inRow: boolean): z.ZodType => {
  const names = namesOf(schema)
  const least = leastOf.get(schema)
  return inRow && least !== undefined ? names.catch(least as never) : names
}

const numberOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)

/** Our codes, such as a status, have bounds; the codes of other hosts may lie beyond them. */
const numberAsRead = (schema: z.ZodNumber, inRow: boolean): z.ZodType => {
  if (!inRow) return schema.isInt ? z.int() : schema
  const isCode = schema.isInt && schema.minValue === 0
  const reader = first(numberOf, schema.isInt ? z.int() : schema)
  return isCode ? reader.catch(NO_STATUS as never) : reader
}

const timeAsRead = first((value) => {
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : new Date(Number.NaN)
  return Number.isNaN(time.getTime()) ? value : time.toISOString()
}, z.iso.datetime())

/** Only free text is read loosely; an ID, an e-mail address and the like must keep their form. */
const textAsRead = (schema: z.ZodType, inRow: boolean): z.ZodType => {
  if (!inRow || !(schema instanceof z.ZodString) || schema.def.checks?.length) return schema
  return first((value) => (typeof value === 'number' ? String(value) : (value ?? '')), schema)
}

const listAsRead = (list: z.ZodArray, inRow: boolean, leftOut: LeftOut[]): z.ZodType => {
  const element = list.element as z.ZodType
  const row = asRead(element, true, leftOut)
  const read = z.array(z.unknown()).transform((rows, context) => {
    const readable: unknown[] = []
    let why = ''
    for (const sent of rows) {
      const result = row.safeParse(sent)
      if (result.success) readable.push(result.data)
      else {
        why = z.prettifyError(result.error)
        leftOut.push({ row: sent, why })
      }
    }
    if (!inRow && rows.length > 0 && readable.length === 0) context.addIssue(`No row can be read. ${why}`)
    return readable
  })
  if (!inRow) return read
  const isText = element instanceof z.ZodString
  return first((value) => (isText && typeof value === 'string' ? skillsList(value) : (value ?? [])), read)
}
