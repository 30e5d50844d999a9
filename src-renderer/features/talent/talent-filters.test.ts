import { expect, test } from 'vitest'
import { peopleCount, popularSkills, talentAddress } from './talent-filters.ts'

const read = (search: string) => talentAddress.read(new URLSearchParams(search))

test('[TAL-06] the popular skills are the five named ones', () => {
  expect(popularSkills).toEqual(['UI/UX Designer', 'React Developer', 'Content Writer', 'Full Stack', 'Data Scientist'])
})

test('filters survive the way through the address', () => {
  const filters = { q: 'UI/UX & “Größe” 設計', level: 'advanced', industry: 'Writing', page: 7 } as const
  expect(read(talentAddress.write(filters))).toEqual(filters)
  expect(talentAddress.write(talentAddress.plain)).toBe('')
})

test('an address that makes no sense reads as one that says nothing', () => {
  expect(read('level=wizard&industry=Magic&page=-3')).toEqual(talentAddress.plain)
  expect(read('page=1e99')).toEqual(talentAddress.plain)
  expect(read(`q=${'x'.repeat(500)}`).q).toHaveLength(200)
})

test('[WIRE-43] a total at which counting stops is told as one that may be of more', () => {
  expect([0, 1, 2, 9_999, 10_000].map(peopleCount)).toEqual([
    '0 people',
    '1 person',
    '2 people',
    '9,999 people',
    '10,000+ people',
  ])
})
