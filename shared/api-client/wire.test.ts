import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorBody } from '../contract/errors.ts'
import { readRefusal } from './wire.ts'

const detail = fc.record({ path: fc.string(), message: fc.string(), more: fc.anything() })
const field = <T>(good: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: fc.anything() })
const refusal = fc.record(
  {
    message: field(fc.string()),
    code: field(fc.string()),
    details: field(fc.array(field(detail))),
    requestId: field(fc.string()),
    isEmailVerified: field(fc.boolean()),
    newer: fc.anything(),
    somethingElse: fc.anything(),
  },
  { requiredKeys: [] },
)
const partial = errorBody.partial()

test('the body of a refusal is read as the contract reads it, and a body that is none says nothing', () => {
  fc.assert(
    fc.property(fc.oneof(refusal, fc.jsonValue()), (sent) => {
      // What comes from a server is JSON.
      const body = JSON.parse(JSON.stringify(sent) ?? 'null') as unknown
      const byContract = partial.safeParse(body)
      expect(readRefusal(body)).toEqual(byContract.success ? byContract.data : {})
    }),
    { numRuns: 500 },
  )
})
