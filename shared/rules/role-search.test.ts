import { expect, test } from 'vitest'
import { roleSearchOf } from './role-search.ts'

test.each([
  ['react developer', ['react'], ['react']],
  ['ui/ux designer', ['ui/ux'], ['ui/ux', 'design']],
  ['content writer', ['content'], ['content', 'writ']],
  ['data scientist', ['data'], ['data', 'scien']],
  ['senior react developer', ['senior', 'react'], ['senior', 'react']],
])('%s is read as a skill and the name of people who have it', (q, subject, skillParts) => {
  const words = q.split(' ')
  expect(roleSearchOf(words)).toEqual({ subject, role: words.at(-1), skillParts })
})

test.each(['developer', 'full stack', 'react', 'react developer berlin', 'the constructor', ''])(
  '%s is read as an ordinary search',
  (q) => {
    expect(roleSearchOf(q.split(' ').filter(Boolean))).toBeNull()
  },
)
