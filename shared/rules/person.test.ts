import { expect, test } from 'vitest'
import { personText } from './person.ts'

test('a person is called by name and username, and by the username once where there is no other name', () => {
  expect(personText({ name: 'Ada Lovelace', username: 'ada' })).toBe('Ada Lovelace (@ada)')
  for (const name of ['', 'ada', null, undefined]) expect(personText({ name, username: 'ada' })).toBe('ada')
})
