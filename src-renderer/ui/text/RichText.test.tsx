import { cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { isPlainText } from '#shared/rules/markdown.ts'
import { CommentText } from './CommentText.tsx'
import { RichText } from './RichText.tsx'

const projectID = '01890000-0000-7000-8000-000000000001'
beforeAll(() => import('./CommentText.tsx'))
afterEach(cleanup)

test('a text that counts as plain says the same, and no more, when Markdown draws it', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('- ', '1. ', '    ', '\n', '\n\n', 'Draw', '===', 'x', '"', '(c)', ':)'),
  )
  const texts = fc.array(word, { maxLength: 8 }).map((words) => words.join('').trim())
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(text !== '' && isPlainText(text))
      const { container } = render(
        <MemoryRouter>
          <CommentText id="c" text={text} projectID={projectID} people={[]} tasks={[]} />
        </MemoryRouter>,
      )
      const elements = [...container.querySelectorAll('*')].map(({ tagName }) => tagName)
      const said = container.textContent
      cleanup()
      expect(new Set(elements)).toEqual(new Set(['DIV', 'P']))
      expect(said.replace(/\n+/g, '\n')).toBe(text.replace(/\n+/g, '\n'))
    }),
  )
})

test('Markdown is drawn, and a new line stays one', async () => {
  render(
    <MemoryRouter>
      <RichText id="c" text={'The **first** line\nand the second'} projectID={projectID} />
    </MemoryRouter>,
  )
  const bold = await screen.findByText('first')
  expect(bold.tagName).toBe('STRONG')
  expect(getComputedStyle(bold.parentElement!).whiteSpace).toBe('pre-line')
})
