import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

test('[PAY-03] the parts of any split add up to the amount to the cent, none is zero, and each person has at most one', () => {
  const people = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 })
  const bulks = people.chain((userIDs) =>
    fc.record({
      userIDs: fc.constant(userIDs),
      amountCents: fc.integer({ min: 1, max: 1_000_000_000 }),
      split: fc.constantFrom('equal', 'hours', 'tasks'),
      figures: fc.array(fc.nat(10_000), { minLength: userIDs.length, maxLength: userIDs.length }),
    }),
  )
  fc.assert(
    fc.property(bulks, ({ figures, ...bulk }) => {
      const weights = bulk.userIDs.map((userID, index) => [userID, (figures[index] ?? 0) + 1] as const)
      const completed = new Map(weights)
      const parts = partsOf({ ...bulk, hours: Object.fromEntries(weights) }, completed)
      const total = parts.reduce((sum, part) => sum + part.amountCents, 0)
      const everybody = new Set(parts.map(({ userID }) => userID))
      expect(total).toBe(bulk.amountCents)
      expect(parts.filter((part) => part.amountCents <= 0)).toEqual([])
      expect(everybody.size).toBe(parts.length)
    }),
  )
})

test.each([
  ['hours', 'hours', 'Enter the hours of at least one person.'],
  ['tasks', 'split', 'None of these people has completed a task in this project.'],
] as const)(
  '[PAY-03] a split by %s among people without any is refused with an error at the right field',
  (split, field, text) => {
    const bulk = { userIDs: ['ada', 'bob'], amountCents: 100, split, hours: { ada: 0 } }
    expect(() => partsOf(bulk, new Map())).toThrow(
      expect.objectContaining({ details: [{ path: field, message: text }] }),
    )
  },
)
