import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Collaborator, collaboratorsOf } from '#shared/rules/collaborators.ts'
import { type Bulk, hoursOf, previewOf, splits } from './bulk-split.ts'

/** Makes people with these numbers of completed tasks. */
const team = (...completed: number[]): Collaborator[] =>
  collaboratorsOf(
    completed.map((_, index) => ({
      userID: `u${index}`,
      username: `u${index}`,
      name: '',
      role: 'member' as const,
      skills: [],
      createdAt: null,
      lastActive: null,
      status: 'Active' as const,
    })),
    completed.flatMap((count, index) =>
      Array.from({ length: count }, () => ({ status: 4, assignedToID: `u${index}` })),
    ),
    [],
  )
const bulk = (more: Partial<Bulk>): Bulk => ({
  people: team(0, 0, 0),
  amount: '100',
  currency: 'USD',
  split: 'equal',
  hours: {},
  amounts: {},
  ...more,
})
const cents = (more: Partial<Bulk>) => previewOf(bulk(more)).parts.map((part) => part.amountCents)
const problem = (more: Partial<Bulk>) => previewOf(bulk(more)).problem

test('[PAY-03] an amount is split equally, by hours, by completed tasks, and by custom amounts', () => {
  expect(cents({})).toEqual([3_334, 3_333, 3_333])
  expect(cents({ split: 'hours', hours: { u0: '7.5', u1: '2.5' } })).toEqual([7_500, 2_500, 0])
  expect(cents({ split: 'tasks', people: team(1, 2, 0) })).toEqual([3_333, 6_667, 0])
  expect(cents({ split: 'custom', amounts: { u0: '60', u1: '39.99', u2: '0.01' } })).toEqual([6_000, 3_999, 1])
})

test('[PAY-03] a split that is not possible yet says why', () => {
  expect(problem({ amount: '' })).toBe('Enter an amount.')
  expect(problem({ people: [] })).toBe('Choose who is paid.')
  expect(problem({ split: 'hours' })).toBe('Enter the hours of at least one person.')
  expect(problem({ split: 'tasks' })).toBe('None of these people has completed a task in this project.')
  expect(problem({ split: 'custom', amounts: { u0: '60' } })).toBe('$40.00 left to distribute.')
  expect(problem({ split: 'custom', amounts: { u0: '100.01' } })).toBe('$0.01 more than the amount.')
})

test('[PAY-03] the person whose figure cannot be read is named', () => {
  const hours = previewOf(bulk({ split: 'hours', hours: { u0: '8', u1: 'eight', u2: '10001' } }))
  expect(Object.keys(hours.wrong)).toEqual(['u1', 'u2'])
  const amounts = previewOf(bulk({ split: 'custom', amounts: { u0: '1.234', u1: '-1', u2: '0' } }))
  expect(amounts.wrong).toEqual({
    u0: 'An amount has at most two decimals.',
    u1: 'Enter an amount such as 250 or 99.50.',
  })
  expect(hoursOf(bulk({ hours: { u0: '8', u2: '0.25' } }))).toEqual({ u0: 8, u1: 0, u2: 0.25 })
})

test('[PAY-03] parts that can be recorded always add up to the amount, to the cent', () => {
  const bulks = fc.record({
    people: fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }).map((completed) => team(...completed)),
    amountCents: fc.integer({ min: 1, max: 1_000_000_000 }),
    split: fc.constantFrom(...splits),
    figures: fc.array(fc.nat(9_999), { minLength: 12, maxLength: 12 }),
  })
  let recordable = 0
  fc.assert(
    fc.property(bulks, ({ people, amountCents, split, figures }) => {
      const typed = Object.fromEntries(people.map(({ userID }, index) => [userID, (figures[index]! / 100).toFixed(2)]))
      const one = bulk({ people, amount: (amountCents / 100).toFixed(2), split, hours: typed, amounts: typed })
      const { parts, problem: why } = previewOf(one)
      if (why !== null) return
      recordable += 1
      expect(parts.reduce((sum, part) => sum + part.amountCents, 0)).toBe(amountCents)
    }),
  )
  expect(recordable).toBeGreaterThan(0)
})
