import { expect, test } from 'vitest'
import { personText } from './person.ts'

test('a person is called by name and username, or by the username alone when they have no other name', () => {
  expect(personText({ name: 'Ada Lovelace', username: 'ada' })).toBe('Ada Lovelace (@ada)')
  for (const name of ['', 'ada', null, undefined]) expect(personText({ name, username: 'ada' })).toBe('ada')
})
