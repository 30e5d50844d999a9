import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SkillChips } from './SkillChips.tsx'

afterEach(cleanup)

test('a skill that is cut off tells all of its name to a pointer, and the number of the others is not cut off', () => {
  render(<SkillChips skills={['Tidal modelling', 'Figma', 'React']} max={1} />)
  expect(screen.getByTitle('Tidal modelling').textContent).toBe('Tidal modelling')
  const { whiteSpace, flexShrink } = getComputedStyle(screen.getByText('+2 more'))
  expect([whiteSpace, flexShrink]).toEqual(['nowrap', '0'])
})
