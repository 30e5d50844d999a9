import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Marta Lindqvist', 'ML'],
  ['Ada Byron King', 'AK'],
  ['tom', 'T'],
  ['noor-haddad', 'NH'],
  ['Кира Соболева', 'КС'],
  ['文佳怡', '文'],
  ['𝒜lice “Bob” (Lee)', '𝒜L'],
  [' – ', '?'],
])('[PROF-01] the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
