import { expect, test } from 'vitest'
import { industries } from '../contract/people.ts'
import { industriesOf, industryKeywords } from './industries.ts'

test.each([
  [['UI/UX Designer'], ['Design']],
  [['React Developer'], ['Engineering']],
  [['Content Writer'], ['Writing']],
  [['Full Stack'], ['Engineering']],
  [['Data Scientist', 'SQL'], ['Data']],
  [
    ['C++', 'SEO'],
    ['Engineering', 'Marketing'],
  ],
  [
    ['Node.js', 'Product Management'],
    ['Engineering', 'Product'],
  ],
  [['Gardening'], []],
  [['Designation'], []],
  [[], []],
])('[TAL-04] the skills %j belong to %j', (skills, expected) => {
  expect(industriesOf(skills)).toEqual(expected)
})

test('[TAL-04] each industry has words, and each of them is a word that skills can be split into', () => {
  for (const industry of industries) {
    expect(industryKeywords(industry).length).toBeGreaterThan(5)
    for (const word of industryKeywords(industry)) expect(industriesOf([word])).toContain(industry)
  }
})
