import { cleanup, render, screen } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { emptyPictures } from './empty-pictures.tsx'
import { EmptyState } from './EmptyState.tsx'

afterEach(cleanup)

test('the picture is drawn at once, keeps its room, and says nothing to a screen reader', () => {
  const { container } = render(<EmptyState kind="nothingFound" title="No projects found" />)
  const picture = container.querySelector('svg')
  expect(picture?.getAttribute('aria-hidden')).toBe('true')
  expect(getComputedStyle(picture as Element).aspectRatio).toBe('200 / 130')
  expect(picture?.childElementCount).toBeGreaterThan(2)
  expect(screen.getByRole('heading', { name: 'No projects found' })).toBeTruthy()
})

/** The types ask each EmptyState for its kind; this finds the kinds that nobody shows any more. */
test('each kind of emptiness has a picture of its own, and a place that shows it', () => {
  const drawn = Object.values(emptyPictures).map((picture) => render(<svg>{picture}</svg>).container.innerHTML)
  expect(new Set(drawn).size).toBe(drawn.length)
  const sources = globSync('src-renderer/**/*.tsx')
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const shown = [...sources.matchAll(/\bkind(?:="|: ')(\w+)['"]/g)].map(([, kind]) => kind)
  expect(Object.keys(emptyPictures).filter((kind) => !shown.includes(kind))).toEqual([])
})
