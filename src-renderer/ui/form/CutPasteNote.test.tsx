import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { WithCutPasteNote } from './CutPasteNote.tsx'
import { SearchBox } from '../list/SearchBox.tsx'

afterEach(clearScreen)

const paste = (field: HTMLElement, text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } })
const said = () => screen.queryByRole('status')?.textContent ?? null

test('a search box says how much of a pasted text did not fit', () => {
  const box = <SearchBox label="Search" placeholder="Name" maxLength={5} q="" onSearch={() => undefined} />
  renderRoutes([{ path: '/list', element: box }], '/list')
  const field = screen.getByLabelText('Search')
  paste(field, '12345')
  expect(said()).toBeNull()
  paste(field, '1234567')
  expect(said()).toBe('The last 2 characters of the pasted text did not fit.')
})

test('each field of a group has its own limit, and a paste that the field takes apart itself leaves no word', () => {
  render(
    <WithCutPasteNote>
      <input aria-label="Title" maxLength={5} />
      <input aria-label="Note" maxLength={10} />
      <input aria-label="List" maxLength={5} onPaste={(event) => event.preventDefault()} />
      <input aria-label="Free" />
    </WithCutPasteNote>,
  )
  paste(screen.getByLabelText('Note'), '12345678')
  paste(screen.getByLabelText('List'), '12345678')
  paste(screen.getByLabelText('Free'), 'x'.repeat(1000))
  expect(said()).toBeNull()
  paste(screen.getByLabelText('Title'), '12345678')
  expect(said()).toBe('The last 3 characters of the pasted text did not fit.')
})
