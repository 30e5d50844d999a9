import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Label } from '#shared/contract/index.ts'
import { LabelChips } from './LabelChips.tsx'

afterEach(cleanup)

const labels: Label[] = ['Bug', 'Quick win', 'Design', 'Server'].map((name, id) => ({ id, name, colour: 'blue' }))

test('labels without room are a number, which names them to the eye and to a screen reader', () => {
  render(<LabelChips labels={labels} room={120} lines={1} />)
  expect(screen.getByText('Bug')).toBeTruthy()
  expect(screen.queryByText('Quick win')).toBeNull()
  const more = screen.getByRole('img', { name: '3 more labels: Quick win, Design, Server' })
  expect(more.textContent).toBe('+3')
  expect(more.title).toBe('Quick win, Design, Server')
})

test('where all have room there is no number', () => {
  render(<LabelChips labels={labels} room={120} lines={3} />)
  expect(screen.getByText('Server')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})
