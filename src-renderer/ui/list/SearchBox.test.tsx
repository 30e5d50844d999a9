import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { fill } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { addressState, text, useAddressState } from '#lib/address-state.ts'
import { SearchBox } from './SearchBox.tsx'

afterEach(() => {
  vi.useRealTimers()
  clearScreen()
})

/** Longer than any pause in typing. */
const LONG_MS = 5000

const address = addressState({ q: text(40) })
const List = () => {
  const { values, go } = useAddressState(address)
  const [searches, setSearches] = useState(0)
  return (
    <>
      <SearchBox
        label="Search"
        placeholder="A word"
        maxLength={40}
        q={values.q}
        onSearch={(q) => {
          setSearches((before) => before + 1)
          go({ q }, { replace: true })
        }}
      />
      <p>Searched {searches} times</p>
      <Link to="/other">Another page</Link>
    </>
  )
}

/** A list, and another page whose code arrives when the test says so. */
const show = () => {
  let resolve: (code: { Component: () => string }) => void = () => undefined
  const promise = new Promise<{ Component: () => string }>((settle) => (resolve = settle))
  const router = renderRoutes(
    [
      { path: '/list', element: <List /> },
      { path: '/other', lazy: () => promise },
    ],
    '/list',
  )
  return { router, arrive: () => resolve({ Component: () => 'The other page' }) }
}

const search = () => screen.getByRole('searchbox', { name: 'Search' })

test('a search follows a pause in typing, and stands in the address', async () => {
  const { router } = show()
  vi.useFakeTimers()
  fill(search(), 'maps')
  await act(() => vi.advanceTimersByTimeAsync(LONG_MS))
  expect(router.state.location.search).toBe('?q=maps')
  expect(screen.getByText('Searched 1 times')).toBeTruthy()
})

test('who types and presses a link comes to the other page, however long its code takes', async () => {
  const { router, arrive } = show()
  vi.useFakeTimers()
  fill(search(), 'maps')
  await act(async () => screen.getByRole('link', { name: 'Another page' }).click())
  expect(router.state.navigation.location?.pathname).toBe('/other')
  await act(() => vi.advanceTimersByTimeAsync(LONG_MS))
  await act(async () => arrive())
  expect(router.state.location.pathname).toBe('/other')
  expect(screen.getByText('The other page')).toBeTruthy()
})
