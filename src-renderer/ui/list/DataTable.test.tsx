import { createTheme, ThemeProvider } from '@mui/material'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { user } from '#support/quick-user.ts'
import { DataTable, type TableColumn } from './DataTable.tsx'

type Row = { id: string; name: string; tasks: number }
const columns: Array<TableColumn<Row>> = [
  { field: 'name', headerName: 'Name', flex: 1, rowHeader: true },
  { field: 'tasks', headerName: 'Tasks', type: 'number' },
]
const people: Row[] = ['Ada', 'Grace', 'Katherine'].map((name, index) => ({ id: name, name, tasks: 3 - index }))
const hrefOf = (page: number) => `/people?page=${page}`

const table = (props: Partial<Parameters<typeof DataTable<Row>>[0]>) => (
  <ThemeProvider theme={createTheme()}>
    <MemoryRouter>
      <DataTable
        label="People"
        columns={columns}
        rows={people}
        page={{ number: 1, size: 2, hrefOf }}
        empty={<p>Nobody yet</p>}
        {...props}
      />
    </MemoryRouter>
  </ThemeProvider>
)
const show = (props: Parameters<typeof table>[0] = {}) => render(table(props))
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

stubMedia()
afterEach(cleanup)

test('a complete list is divided into pages by the table; the pages are links', () => {
  show()
  expect(screen.getByRole('grid', { name: 'People' })).toBeDefined()
  expect(names()).toEqual(['Ada', 'Grace'])
  expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe('/people?page=2')
})

test('a page from the server is shown whole, and its total gives the number of pages', () => {
  show({ rows: people.slice(0, 2), page: { number: 3, size: 2, total: 9, hrefOf } })
  expect(names()).toEqual(['Ada', 'Grace'])
  expect(screen.getByRole('link', { name: 'Page 5' })).toBeDefined()
})

test('sorting sorts the whole list and is passed to onChange', async () => {
  const onChange = vi.fn()
  show({ sort: { by: { field: 'tasks', direction: 'asc' }, onChange } })
  expect(names()).toEqual(['Katherine', 'Grace'])
  await user.click(screen.getByText('Name'))
  expect(onChange).toHaveBeenCalledWith({ field: 'name', direction: 'asc' })
})

test('without rows the empty state is shown; while rows load there is a grid and no empty state', () => {
  const { rerender } = show({ rows: [] })
  expect(screen.getByText('Nobody yet')).toBeDefined()
  rerender(table({ rows: undefined }))
  expect(within(screen.getByRole('grid')).queryAllByRole('rowheader')).toEqual([])
})

test('a text that is too long takes a second line, then ends in an ellipsis', () => {
  show()
  const text = screen.getByText('Ada')
  expect(text.tagName).toBe('SPAN')
  expect(getComputedStyle(text).getPropertyValue('-webkit-line-clamp')).toBe('2')
  expect(getComputedStyle(text).whiteSpace).toBe('normal')
})

test('a row can be opened with a click', async () => {
  const onRowClick = vi.fn()
  show({ onRowClick })
  await user.click(screen.getByText('Grace'))
  expect(onRowClick).toHaveBeenCalledWith(people[1])
})

/** jsdom has no media queries, so here none of them matches. */
function stubMedia() {
  window.matchMedia = (media) =>
    ({ matches: false, media, addEventListener: () => undefined, removeEventListener: () => undefined }) as never
}

test('the page follows the arrow keys from cell to cell, and stays when a cell gets its focus back', async () => {
  const scrollIntoView = vi.fn()
  Element.prototype.scrollIntoView = scrollIntoView
  show({ headerTop: '0px' })
  screen.getByRole('rowheader', { name: 'Ada' }).focus()
  await user.keyboard('{ArrowDown}')
  const cell = screen.getByRole('rowheader', { name: 'Grace' })
  expect(document.activeElement).toBe(cell)
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
  cell.blur()
  cell.focus()
  expect(document.activeElement).toBe(cell)
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
})
