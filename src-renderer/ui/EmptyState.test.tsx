import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EmptyState } from './EmptyState.tsx'

afterEach(cleanup)

test("the drawing's room is reserved before it has loaded, so that the text below does not move", () => {
  const { container } = render(<EmptyState title="No projects found" illustration="/empty-search.svg" />)
  const drawing = container.querySelector('img')
  expect(drawing?.getAttribute('width')).toBe('280')
  expect(drawing?.getAttribute('height')).toBe('180')
  expect(drawing?.getAttribute('alt')).toBe('')
})
