import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listsOf } from '../../scripts/generate-lists.ts'

const lists = [...listsOf()]

test.each(lists)('%s is what the sources declare', (path, text) => {
  const isFresh = existsSync(path) && readFileSync(path, 'utf8') === text
  expect(isFresh ? '' : `${path} is stale: run npm run lists:generate`).toBe('')
})
