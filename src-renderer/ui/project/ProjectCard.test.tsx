import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { user } from '#support/quick-user.ts'
import { stockImages } from './illustrations.ts'
import { ProjectCard } from './ProjectCard.tsx'

afterEach(cleanup)

const show = (props: Partial<Parameters<typeof ProjectCard>[0]> = {}) => {
  const onOpen = vi.fn()
  const onIntent = vi.fn()
  const { container } = render(
    <MemoryRouter>
      <ProjectCard title="Tide tables" href="/there" onOpen={onOpen} onIntent={onIntent} {...props} />
    </MemoryRouter>,
  )
  const image = () => container.querySelector('img')
  return { onOpen, onIntent, container, image, card: screen.getByRole('article', { name: 'Tide tables' }) }
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 1000).toISOString()

test('a row, which has one line for its title, tells all of it to a pointer', () => {
  show({ isRow: true })
  expect(screen.getByRole('heading', { name: 'Tide tables' }).title).toBe('Tide tables')
})

test('a narrow row, which shows its buttons beside the title, has them there for the keyboard too', () => {
  const order = (isNarrow: boolean) => {
    const { card } = show({
      isRow: true,
      isNarrow,
      facts: <a href="#late">1 task late</a>,
      actions: <button>More</button>,
    })
    const stops = [...card.querySelectorAll('a, button')].map(({ textContent }) => textContent)
    cleanup()
    return stops
  }
  expect(order(true)).toEqual(['Tide tables', 'View Details', 'More', '1 task late'])
  expect(order(false)).toEqual(['Tide tables', '1 task late', 'View Details', 'More'])
})

test("[MKT-17] a card shows title and posted-date line; without a date it says 'Posted recently'", () => {
  show({ createdAt: daysAgo(4) })
  expect(screen.getByRole('heading', { name: 'Tide tables' })).toBeTruthy()
  expect(screen.getByText('Posted 4 days ago')).toBeTruthy()
  cleanup()
  show({ createdAt: null })
  expect(screen.getByText('Posted recently')).toBeTruthy()
})

test('[MKT-18][MKT-19] description and skills are optional, clamped to two lines and to one', () => {
  show({ description: 'Long words', skills: 'React, Figma' })
  const lines = (element: Element) => getComputedStyle(element).getPropertyValue('-webkit-line-clamp')
  expect(lines(screen.getByText('Long words'))).toBe('2')
  const skills = screen.getByText('Skills needed:').parentElement
  expect(skills?.textContent).toBe('Skills needed: React, Figma')
  expect(lines(skills as Element)).toBe('1')
  cleanup()
  show()
  expect(screen.queryByText('Skills needed:')).toBeNull()
})

test('[MKT-20] View Details is at least 84 pixels wide', () => {
  show()
  expect(getComputedStyle(screen.getByRole('button', { name: /^View Details: ./ })).minWidth).toBe('84px')
})

test('[MKT-22][MKT-23] card, title and button each open the project, once', () => {
  const { onOpen, card } = show()
  fireEvent.click(card)
  expect(onOpen).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: /^View Details: ./ }))
  expect(onOpen).toHaveBeenCalledTimes(2)
  fireEvent.click(screen.getByRole('link', { name: 'Tide tables' }))
  expect(onOpen).toHaveBeenCalledTimes(3)
})

test('[MKT-23] by keyboard, title and button open the project once each', async () => {
  const { onOpen, onIntent } = show()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Tide tables' }))
  expect(onIntent).toHaveBeenCalledTimes(1)
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledTimes(1)
  await user.tab()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledTimes(2)
  expect(onIntent).toHaveBeenCalledTimes(1)
})

test('[MKT-26] the title links to the address that the screen passes, and the browser handles a press for a new tab', () => {
  const { onOpen } = show({ href: '/project/7/dialog' })
  const title = screen.getByRole('link', { name: 'Tide tables' })
  expect(title.getAttribute('href')).toBe('/project/7/dialog')
  fireEvent.click(title, { ctrlKey: true })
  expect(onOpen).not.toHaveBeenCalled()
})

test('[MKT-24] without an image the stock image is chosen by title length modulo five', () => {
  expect(new Set(stockImages).size).toBe(5)
  for (const title of ['', 'a', 'ab', 'abc', 'abcd', 'abcde', 'abcdefgh']) {
    const { container } = render(
      <MemoryRouter>
        <ProjectCard title={title} href="/there" onOpen={() => undefined} />
      </MemoryRouter>,
    )
    expect(container.querySelector('img')?.getAttribute('src')).toBe(stockImages[title.length % 5])
    cleanup()
  }
  const { image } = show({ image: '/own.png' })
  expect(image()?.getAttribute('src')).toBe('/own.png')
})

test("[MKT-25] a thumbnail that fails to load becomes a blue box with the word 'Project'", () => {
  const { image } = show({ image: '/gone.png' })
  expect(screen.queryByText('Project')).toBeNull()
  fireEvent.error(image() as Element)
  expect(image()).toBeNull()
  expect(getComputedStyle(screen.getByText('Project')).backgroundColor).toBe('rgb(29, 78, 216)')
})
