import { expect, test } from 'vitest'
import { type Collaborator, collaboratorsOf } from '#shared/rules/collaborators.ts'
import { addressState } from '#lib/address-state.ts'
import { filterCollaborators, filterParams, isFiltered, pageOf } from './collaborator-filters.ts'

const person = (username: string, more: Partial<Collaborator> = {}): Collaborator => ({
  ...collaboratorsOf(
    [
      {
        userID: username,
        username,
        name: '',
        email: `${username}@example.org`,
        role: 'member',
        skills: [],
        createdAt: null,
        lastActive: null,
        status: 'Active',
      },
    ],
    [],
    [],
  )[0]!,
  ...more,
})
const everybody = [
  person('ada', { name: 'Ada Lovelace', role: 'owner' }),
  person('rene', { name: 'René Müller', role: 'admin', status: 'Inactive' }),
  person('grace', { email: 'navy@ships.test' }),
]
const names = (search: string) =>
  filterCollaborators(everybody, addressState(filterParams).read(new URLSearchParams(search))).map(
    ({ username }) => username,
  )

test('[COL-07] the text is looked for in name and e-mail, whatever its case and accents', () => {
  expect(names('q=LOVE')).toEqual(['ada'])
  expect(names('q=rene mul')).toEqual(['rene'])
  expect(names('q=ships.test')).toEqual(['grace'])
  expect(names('q=  ')).toEqual(['ada', 'rene', 'grace'])
  expect(names('q=nobody')).toEqual([])
})

test('[COL-08][COL-09] role and status narrow the list, together with the text', () => {
  expect(names('role=owner')).toEqual(['ada'])
  expect(names('role=member')).toEqual(['grace'])
  expect(names('status=inactive')).toEqual(['rene'])
  expect(names('status=active&role=admin')).toEqual([])
  expect(names('status=active&q=a')).toEqual(['ada', 'grace'])
})

test('an address, which anybody may have typed, is read as far as it makes sense', () => {
  const filters = addressState(filterParams).read(new URLSearchParams(`role=boss&status=asleep&q=${'x'.repeat(300)}`))
  expect(filters).toEqual({ q: 'x'.repeat(100), role: null, status: null })
  expect([isFiltered(filters), isFiltered({ q: ' ', role: null, status: null })]).toEqual([true, false])
})

test('a long list has pages, and a page after the last one is the last one', () => {
  const items = Array.from({ length: 7 }, (_, index) => index)
  expect(pageOf(items, 2, 3)).toEqual({ page: 2, totalPages: 3, items: [3, 4, 5] })
  expect(pageOf(items, 9, 3)).toEqual({ page: 3, totalPages: 3, items: [6] })
  expect(pageOf([], 1, 3)).toEqual({ page: 1, totalPages: 1, items: [] })
})
