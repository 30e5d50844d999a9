import { expect, test } from 'vitest'
import type { z } from 'zod'
import { freeText, oneLine } from '#shared/contract/common.ts'
import { contract } from '#shared/contract/index.ts'

/** Characters without ink, each of another kind, and some together. */
const inkless = [
  ['Hangul filler', '\u3164'],
  ['half-wide Hangul filler', '\uffa0'],
  ['Hangul fillers of a syllable', '\u115f\u1160'],
  ['Braille blank', '\u2800'],
  ['Mongolian vowel separator', '\u180e'],
  ['joiners alone', '\u200d\u200c'],
  ['variation selectors alone', '\ufe0f\u{e0101}'],
  ['tag letters', '\u{e0041}\u{e007f}'],
  ['an accent alone', '\u0301'],
  ['blanks of many widths', '\u00a0\u2003\u3000'],
  ['several of them', ' \u3164\u200d\u2800 \ufe0f'],
] as const

type Check = { check: string; minimum?: number }
/** `least` is how many characters it has at least. */
type Leaf = { path: string; schema: z.ZodType; required: boolean; least: number }

/** Every text in a schema of requests, with where it is. */
const textsIn = (schema: z.core.$ZodType, path: string): Leaf[] => {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } }
  const inner = (name: string) => textsIn(def[name] as z.core.$ZodType, path)
  switch (def.type) {
    case 'string': {
      const checks = ((def['checks'] ?? []) as z.core.$ZodCheck[]).map((check) => check._zod.def as Check)
      const isText = def['format'] === undefined && checks.every(({ check }) => check !== 'string_format')
      const least = Math.max(0, ...checks.map(({ check, minimum = 0 }) => (check === 'min_length' ? minimum : 0)))
      return isText ? [{ path, schema: schema as z.ZodType, required: least > 0, least }] : []
    }
    case 'object':
      return Object.entries(def['shape'] as Record<string, z.core.$ZodType>).flatMap(([name, field]) =>
        textsIn(field, `${path}.${name}`),
      )
    case 'array':
      return textsIn(def['element'] as z.core.$ZodType, `${path}[]`)
    case 'union':
      return (def['options'] as z.core.$ZodType[]).flatMap((option) => textsIn(option, path))
    case 'pipe':
      return [...inner('in'), ...inner('out')]
    default:
      return def['innerType'] ? inner('innerType') : []
  }
}

/** What is no text for people to read, but compared as it came. */
const opaque =
  /(token|cursor|key|password|before|after|receipt|challenge|emailID|username|usernames\[\]|person|rank|code|at|to|from|q|query|skills)$/i

const required = Object.entries(contract as Record<string, Record<string, Record<string, unknown>>>)
  .flatMap(([noun, calls]) => Object.entries(calls).map(([name, call]) => [`${noun}.${name}`, call] as const))
  .flatMap(([name, call]) =>
    (['body', 'params', 'query'] as const).flatMap((part) =>
      call[part] ? textsIn(call[part] as z.core.$ZodType, `${name} ${part}`) : [],
    ),
  )
  .filter((leaf) => leaf.required && !opaque.test(leaf.path))

test('the names, titles, labels, skills and lines of the contract are found', () => {
  const paths = required.map(({ path }) => path).join('\n')
  const some = [
    'tasks.create body.title',
    'projects.create body.title',
    'labels.create body.name',
    'tokens.create body.name',
  ]
  some.push('comments.create body.body', 'users.updateProfile body.skills[]', 'tasks.create body.doneWhen[].text')
  for (const one of some) expect(paths).toContain(one)
  expect(required.length).toBeGreaterThan(25)
})

test.each(required.map((leaf) => [leaf.path, leaf] as const))('%s needs ink', (_, { schema, least }) => {
  expect(schema.safeParse('Ink'.padEnd(least, 'k')).success).toBe(true)
  for (const [what, text] of inkless) expect(schema.safeParse(text).success, what).toBe(false)
})

test('a name that may be empty becomes empty', () => {
  for (const [what, text] of inkless)
    for (const read of [oneLine, (given: string) => freeText.parse(given)]) expect(read(text), what).toBe('')
})

test('joiners within emoji and scripts stay, and so does every text that has ink', () => {
  for (const text of [
    '👩‍👧 Ana',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می‌خواهم',
    'क्‍ष',
    '❤️',
    '1',
    '…',
    '한',
    'é',
    '中',
  ])
    for (const read of [oneLine, (given: string) => freeText.parse(given)]) expect(read(text)).toBe(text)
})
