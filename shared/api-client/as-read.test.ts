import { expect, test } from 'vitest'
import { z } from 'zod'
import { projectRole, tier } from '../contract/common.ts'
import { tolerantReader } from './as-read.ts'

/** What the client reads from a list whose only row has this field; null when the client refuses the whole answer. */
const alone = (field: z.ZodType, sent: unknown): { value: unknown } | null => {
  const parsed = tolerantReader(z.object({ rows: z.array(z.object({ field })) })).schema.safeParse({
    rows: [{ field: sent }],
  })
  return parsed.success ? { value: (parsed.data as { rows: Array<{ field: unknown }> }).rows[0]?.field } : null
}
/** What the client reads from the same field outside of a list, where it guesses nothing. */
const outside = (field: z.ZodType, sent: unknown): { value: unknown } | null => {
  const parsed = tolerantReader(z.object({ field })).schema.safeParse({ field: sent })
  return parsed.success ? { value: (parsed.data as { field: unknown }).field } : null
}

const status = z.union([z.literal(0), z.literal(1), z.literal(5)])
const code = z.int().min(0).max(5)

test.each<[string, z.ZodType, unknown, unknown]>([
  ['a status in words of digits is the number', status, '1', 1],
  ['a status beyond ours is let through', status, 17, 17],
  ['a bounded code beyond ours is let through', code, 17, 17],
  ['a bounded code that is no number is no status of ours', code, 'done', -1],
  ['a number as text is the number', z.number(), '2.5', 2.5],
  ['a yes or no that is missing is no', z.boolean(), null, false],
  ['a yes stays one', z.boolean(), true, true],
  ['free text that is missing is empty', z.string(), null, ''],
  ['free text that is a number is its digits', z.string(), 7, '7'],
  ['free text stays as it is', z.string(), ' Ada ', ' Ada '],
  ['a name in another case is ours', z.enum(['Open', 'closed']), ' OPEN ', 'Open'],
  ['a tier that is none of ours is the least', tier, 'platinum', 'basic'],
  ['a role that is none of ours, where one must stand, is the least', projectRole, 'emperor', 'member'],
  ['a role that is none of ours, where none need stand, is none', projectRole.nullable(), 'emperor', null],
  ['a role in another case is ours', projectRole.nullable(), 'OWNER', 'owner'],
  ['what need not stand and cannot be read is missing', z.number().nullable(), 'x', null],
  ['what need not stand and is missing is nothing', z.number().nullable(), undefined, null],
  ['one of a number and a name is whichever it is', z.union([z.literal(0), z.literal('none')]), 'none', 'none'],
  ['what may be left out and cannot be read is left out', z.number().optional(), 'x', undefined],
  ['a default stands for what is null', z.number().default(3), null, 3],
  ['a list of texts in one text is a list', z.array(z.string()), 'css, html', ['css', 'html']],
  ['a list that is missing is empty', z.array(z.number()), null, []],
  ['a text is no list of numbers', z.array(z.number()).nullable(), '1, 2', null],
  ['a time with an offset is that time', z.iso.datetime(), '2026-01-05T12:00:00+02:00', '2026-01-05T10:00:00.000Z'],
  ['a time in milliseconds is that time', z.iso.datetime(), 0, '1970-01-01T00:00:00.000Z'],
])('in a row, %s', (_, field, sent, read) => {
  expect(alone(field, sent)).toEqual({ value: read })
})

test.each<[string, z.ZodType, unknown]>([
  ['a status in words', status, '1'],
  ['a missing yes or no', z.boolean(), null],
  ['missing text', z.string(), null],
  ['text that is a number', z.string(), 7],
  ['a tier that is none of ours', tier, 'platinum'],
  ['a number as text', z.number(), '2'],
  ['something unreadable that may be null', z.number().nullable(), 'x'],
  ['something unreadable that may be left out', z.number().optional(), 'x'],
])('outside of a list the client refuses %s', (_, field, sent) => {
  expect(outside(field, sent)).toBeNull()
})

test('outside of a list a whole number may be beyond our bounds, but must be whole', () => {
  expect(outside(code, 17)).toEqual({ value: 17 })
  expect(outside(code, 1.5)).toBeNull()
  expect(outside(z.number(), 1.5)).toEqual({ value: 1.5 })
})

test.each<[string, z.ZodType, unknown]>([
  ['an identifier', z.uuid(), 'x'],
  ['a name that must be one of ours', z.enum(['open', 'closed']), 'ajar'],
  ['a time', z.iso.datetime(), 'yesterday'],
])('a list loses a row without a readable %s, and is refused when no row is left', (_, field, sent) => {
  expect(alone(field, sent)).toBeNull()
  const { schema, leftOut } = tolerantReader(z.array(z.object({ field, no: z.number() })))
  const good = { field: field instanceof z.ZodEnum ? 'open' : field instanceof z.ZodUUID ? uuid : time, no: 1 }
  expect(schema.parse([{ field: sent, no: 2 }, good])).toEqual([good])
  expect(leftOut).toEqual([{ row: { field: sent, no: 2 }, why: expect.stringContaining('field') as string }])
  expect(schema.parse([])).toEqual([])
})
const uuid = '01890000-0000-4000-8000-000000000001'
const time = '2026-01-05T10:00:00.000Z'
