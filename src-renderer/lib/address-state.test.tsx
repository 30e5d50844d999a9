import { act, renderHook } from '@testing-library/react'
import { createElement, type PropsWithChildren } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { addressState, always, flag, oneOf, pageNumber, text, useListState } from './address-state.ts'

const list = addressState({
  q: text(10),
  tab: oneOf(['all', 'mine'], 'all'),
  status: oneOf([0, 1], null),
  new: flag,
  page: pageNumber,
  rating: always(5),
})
const read = (search: string) => list.read(new URLSearchParams(search))

test('an address that says nothing, or nothing that makes sense, reads as the plain one', () => {
  expect(list.plain).toEqual({ q: '', tab: 'all', status: null, new: false, page: 1, rating: 5 })
  for (const odd of ['tab=theirs', 'status=7', 'status=', 'page=-3', 'page=2.5', 'page=1e99', 'rating=1', 'other=1'])
    expect(read(odd), odd).toEqual(list.plain)
  expect(read(`q=${'x'.repeat(50)}`).q).toHaveLength(10)
})

test('values written into an address are read back, and default values are left out', () => {
  const values = { ...list.plain, q: 'a&b=“ü”', tab: 'mine', status: 0, new: true, page: 2 } as const
  expect(read(list.write(values))).toEqual(values)
  expect(list.write({ ...list.plain, tab: 'mine', new: true, page: 2 })).toBe('?tab=mine&new&page=2')
  expect(list.write({ ...list.plain, q: '  ' })).toBe('')
})

const visit = (address: string) =>
  renderHook(() => ({ ...useListState(list), location: useLocation(), back: useNavigate() }), {
    wrapper: ({ children }: PropsWithChildren) =>
      createElement(MemoryRouter, { initialEntries: ['/before', address] }, children),
  }).result

test('a change of a list goes to its first page unless it names another, and back returns to the values before', () => {
  const at = visit('/things?tab=mine&page=3')
  expect(at.current.hrefOf({ page: 4 })).toBe('/things?tab=mine&page=4')
  expect(at.current.hrefOf({ tab: 'all' })).toBe('/things')
  act(() => at.current.change({ q: 'ada' }))
  expect(at.current.location.search).toBe('?q=ada&tab=mine')
  expect(at.current.values).toMatchObject({ q: 'ada', tab: 'mine', page: 1 })
  act(() => void at.current.back(-1))
  expect(at.current.location.search).toBe('?tab=mine&page=3')
})

test('a change that replaces makes no step of its own', () => {
  const at = visit('/things?page=3')
  act(() => at.current.change({ q: 'ada' }, { replace: true }))
  act(() => void at.current.back(-1))
  expect(at.current.location.pathname).toBe('/before')
})
