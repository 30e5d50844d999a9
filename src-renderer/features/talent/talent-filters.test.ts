import { expect, test } from 'vitest'
import { peopleCount, popularSkills, talentAddress } from './talent-filters.ts'

const read = (search: string) => talentAddress.read(new URLSearchParams(search))

test('[TAL-06] the popular skills are the five that are required', () => {
  expect(popularSkills).toEqual(['UI/UX Designer', 'React Developer', 'Content Writer', 'Full Stack', 'Data Scientist'])
})

test('filters written into an address are read back unchanged', () => {
  const filters = { q: 'UI/UX & “Größe” 設計', level: 'advanced', industry: 'Writing', page: 7 } as const
  expect(read(talentAddress.write(filters))).toEqual(filters)
  expect(talentAddress.write(talentAddress.plain)).toBe('')
})

test('an address without sense gives the default filters', () => {
  expect(read('level=wizard&industry=Magic&page=-3')).toEqual(talentAddress.plain)
  expect(read('page=1e99')).toEqual(talentAddress.plain)
  expect(read(`q=${'x'.repeat(500)}`).q).toHaveLength(200)
})

test('[WIRE-43] a total at which the server stops counting is shown as at least that many', () => {
  expect([0, 1, 2, 9_999, 10_000].map(peopleCount)).toEqual([
    '0 people',
    '1 person',
    '2 people',
    '9,999 people',
    '10,000+ people',
  ])
})
