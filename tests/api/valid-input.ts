import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** Valid texts that have broken programs before. */
const awkward = [
  'x',
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '../..',
  '💥',
  '-1',
  '1e9',
  'null',
  '٣',
  'ﬁ',
  'İ',
  '\u202e',
  '${a}',
]

/** An empty registry: no schema has a name in it, so z.toJSONSchema writes each schema out instead of referring to it. */
const withoutNames = z.registry<{ id?: string }>()

/**
 * Input that the schema allows, so that fuzzing gets past validation to the code behind it; checks outside of the schema may still
 * refuse it. IDs are taken from `knownIDs`.
 */
export const validInput = (schema: z.ZodType, knownIDs: readonly string[]): Arbitrary<unknown> => {
  const arbitraryOf = (part: Schema | boolean | undefined, name = ''): Arbitrary<unknown> => {
    if (typeof part !== 'object') return fc.constant('x')
    if (part.const !== undefined) return fc.constant(part.const)
    if (part.enum) return fc.constantFrom(...part.enum)
    const choices = part.anyOf ?? part.oneOf
    if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice)))
    switch (part.type) {
      case 'object':
        return objectOf(part)
      case 'array':
        return fc.array(arbitraryOf(Array.isArray(part.items) ? part.items[0] : part.items), {
          minLength: part.minItems ?? 0,
          maxLength: Math.min(part.maxItems ?? 3, 3),
        })
      case 'boolean':
        return fc.boolean()
      case 'integer':
        return fc.integer({
          min: Math.max(part.minimum ?? -9, -9),
          // Years begin far above 99.
          max: Math.min(part.maximum ?? 99, Math.max(99, (part.minimum ?? 0) + 99)),
        })
      case 'number':
        return fc.double({ min: part.minimum ?? 0, max: part.maximum ?? 99, noNaN: true })
      case 'null':
        return fc.constant(null)
      default:
        return textOf(part, name)
    }
  }
  const objectOf = ({ properties = {}, required = [], additionalProperties }: Schema): Arbitrary<unknown> => {
    if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
      return fc.dictionary(fc.constantFrom(...knownIDs), arbitraryOf(additionalProperties), { maxKeys: 3 })
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field, name)]),
    )
    return fc.record(fields, { requiredKeys: required })
  }
  const textOf = ({ format, pattern, minLength = 0, maxLength = 60 }: Schema, name: string): Arbitrary<string> => {
    // An address is plain text in the JSON schema, because the contract checks it in a second step.
    if (name === 'email' || name === 'emailID') return fc.nat({ max: 99 }).map((number) => `who${number}@example.org`)
    if (name === 'global' || name === 'isInvited') return fc.constantFrom('true', 'false')
    if (format === 'uuid') return fc.constantFrom(...knownIDs)
    if (pattern) return fc.stringMatching(new RegExp(pattern))
    const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }
    const plain = fc.constantFrom(...awkward).map((text) => text.padEnd(minLength, 'x').slice(0, maxLength))
    return fc.oneof(
      plain,
      fc.string({ unit: 'grapheme', ...length }).map((text) => text.slice(0, maxLength)),
    )
  }
  return arbitraryOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: withoutNames }))
}
