import { expect, test } from 'vitest'
import { matchingSkills, skillCatalogue } from './skill-catalogue.ts'
import { marketSkills } from './skills.ts'

const offered = (typed: string) => matchingSkills(skillCatalogue, typed)

test('every search that the market offers by a press is a skill of the catalogue, each skill once', () => {
  for (const skill of marketSkills) expect(skillCatalogue).toContain(skill)
  expect(new Set(skillCatalogue.map((skill) => skill.toLowerCase())).size).toBe(skillCatalogue.length)
})

test('skills that begin with what is typed come first, then those with such a word, then the others', () => {
  expect(offered('Rea')).toEqual(['React', 'React Native', 'Proofreading'])
  expect(offered('des').slice(0, 2)).not.toContain('Adobe Illustrator')
  expect(offered('design').every((skill) => skill.toLowerCase().includes('design'))).toBe(true)
  expect(offered('Content W')[0]).toBe('Content Writing')
  expect(offered('native')).toEqual(['React Native'])
  expect(offered(' c+')).toEqual(['C++'])
  expect(offered('')).toEqual(skillCatalogue)
})

test('whatever is typed, no skill of a weaker match stands before one of a stronger', () => {
  for (const skill of skillCatalogue)
    for (let length = 1; length <= skill.length; length++) {
      const typed = skill.slice(0, length)
      const begins = offered(typed).map((one) => one.toLowerCase().startsWith(typed.toLowerCase().trim()))
      expect(begins.indexOf(false) === -1 || !begins.slice(begins.indexOf(false)).includes(true), typed).toBe(true)
    }
})
