import { expect, test } from 'vitest'
import type { Talent } from '#shared/contract/index.ts'
import { talentAddress, type TalentFilters } from './talent-filters.ts'
import { filterHere, isMismatch } from './talent-match.ts'

const grace: Talent = {
  userID: '01890000-0000-7000-8000-000000000001',
  username: 'grace',
  name: 'Grace Field',
  email: null,
  bio: 'Finishes things.',
  skills: ['React', 'Illustration'],
  tier: 'silver',
  reputation: 700,
}
const asks = (filters: Partial<TalentFilters>) => isMismatch(grace, { ...talentAddress.plain, ...filters })

test("a person who fits is no mismatch: each word is somewhere, the industry is one of theirs, the level is their tier's", () => {
  expect(asks({})).toBe(false)
  expect(asks({ q: 'react FIELD, finish' })).toBe(false)
  expect(asks({ industry: 'Design' })).toBe(false)
  expect(asks({ level: 'intermediate' })).toBe(false)
})

test('[TAL-01] a person with the skill is no mismatch for its profession', () => {
  expect(asks({ q: 'React Developer' })).toBe(false)
  expect(asks({ q: 'illustrator' })).toBe(true)
  expect(asks({ q: 'React designer' })).toBe(true)
})

test('a person who does not fit is a mismatch', () => {
  expect(asks({ q: 'react plumbing' })).toBe(true)
  expect(asks({ industry: 'Writing' })).toBe(true)
  expect(asks({ level: 'advanced' })).toBe(true)
})

test('words in other scripts never make a mismatch, because the server compares them better than we do', () => {
  expect(isMismatch({ ...grace, name: 'Søren' }, { ...talentAddress.plain, q: 'soren' })).toBe(false)
  expect(asks({ q: 'größe' })).toBe(false)
})

test('[TAL-11] people who are filtered here come in pages of ten', () => {
  const all = Array.from({ length: 60 }, (_, index) => ({ ...grace, tier: index % 2 ? ('gold' as const) : grace.tier }))
  const page = (number: number) => filterHere(all, { ...talentAddress.plain, level: 'advanced', page: number })
  expect(page(1).pagination).toEqual({ page: 1, limit: 10, total: 30, totalPages: 3 })
  expect(page(3).talents).toHaveLength(10)
  expect(page(4).talents).toHaveLength(0)
})
