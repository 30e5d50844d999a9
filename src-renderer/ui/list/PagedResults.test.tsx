import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, useSearchParams } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { user } from '#support/quick-user.ts'
import { PagedResults } from './PagedResults.tsx'

afterEach(cleanup)

const query = { error: null, isFetching: false, refetch: () => Promise.reject(new Error('not asked for')) }

const List = ({ isWaiting, isMarked = false }: { isWaiting: boolean; isMarked?: boolean }) => {
  const page = Number(useSearchParams()[0].get('page') ?? 1)
  return (
    <PagedResults
      query={{ ...query, isPlaceholderData: isWaiting }}
      count={2}
      page={page}
      totalPages={3}
      hrefOf={(next) => `/?page=${next}`}
      onBeyondTheEnd={() => undefined}
      failureTitle="Failed"
      skeleton={null}
      empty={null}
    >
      <ul>
        <li>
          <a href="/first">First of page {isWaiting ? 'before' : page}</a>
          {isMarked && <button data-result>Open</button>}
        </li>
      </ul>
    </PagedResults>
  )
}
const drawn = (isWaiting: boolean, isMarked = false) => (
  <MemoryRouter>
    <List isWaiting={isWaiting} isMarked={isMarked} />
  </MemoryRouter>
)

test('the first result of a page that was turned to has the focus once it has arrived', async () => {
  const { rerender } = render(drawn(false))
  expect(document.activeElement).toBe(document.body)
  rerender(drawn(true))
  await user.click(screen.getByRole('link', { name: 'Page 2' }))
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Page 2' }))
  rerender(drawn(false))
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'First of page 2' }))
})

test('whoever has left the pager meanwhile keeps their place', async () => {
  const { rerender } = render(drawn(true))
  await user.click(screen.getByRole('link', { name: 'Page 2' }))
  document.body.focus()
  screen.getByRole('link', { name: 'Page 2' }).blur()
  rerender(drawn(false))
  expect(document.activeElement).toBe(document.body)
})

test('where a link is about something else, what is marked as a result has the focus', async () => {
  const { rerender } = render(drawn(true, true))
  await user.click(screen.getByRole('link', { name: 'Page 2' }))
  rerender(drawn(false, true))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})
