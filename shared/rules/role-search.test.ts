import { expect, test } from 'vitest'
import { roleSearchOf } from './role-search.ts'

test.each([
  ['react developer', ['react'], ['react']],
  ['ui/ux designer', ['ui/ux'], ['ui/ux', 'design']],
  ['content writer', ['content'], ['content', 'writ']],
  ['data scientist', ['data'], ['data', 'scien']],
  ['senior react developer', ['senior', 'react'], ['senior', 'react']],
])('%s is a skill and what people with it are called', (q, subject, skillParts) => {
  const words = q.split(' ')
  expect(roleSearchOf(words)).toEqual({ subject, role: words.at(-1), skillParts })
})

test.each(['developer', 'full stack', 'react', 'react developer berlin', 'the constructor', ''])(
  '%s is a search like any other',
  (q) => {
    expect(roleSearchOf(q.split(' ').filter(Boolean))).toBeNull()
  },
)
