import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFiles } from '../support/planted-checkout.ts'

/** Names that docs/glossary.md has dropped, the name to use instead, and lines in which the old name may be used. */
const dropped: ReadonlyArray<readonly [name: RegExp, instead: string, mayStandIn: RegExp]> = [
  [/\b(relations?|UserProjectCheck|isUserProject)\b|[a-z]?Relations?(?![a-z])/, 'access', /postgres|pg_/],
  [/\b(applicationStatus|applicationColumns|ApplicationsPanel)\b/, 'creatorApplication…', /^$/],
  // The pattern finds declarations, parameters and shorthands, but no key of an object that goes over the wire.
  [/\b(?:const|let) (?:project|user|task)Id\b|[{(,] ?(?:project|user|task)Id(?= ?[,})]|: string)/, '…ID', /^$/],
]
const sources = ownFiles().filter(
  (path) => /^(cli|server|shared|src-[a-z]+)\/.*\.tsx?$/.test(path) && !/\.test\./.test(path),
)

test('no source uses a name that the glossary has dropped', () => {
  const found = sources.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        dropped
          .filter(([name, , mayStandIn]) => name.test(line) && !mayStandIn.test(line))
          .map(([, instead]) => `${path}:${index + 1} say ${instead}: ${line.trim()}`),
      ),
  )
  expect(found).toEqual([])
})

test('the dropped names are recognised where they are declared', () => {
  const isRefused = (line: string) => dropped.some(([name]) => name.test(line))
  for (const line of [
    'const relation = 1',
    'const stopRelation = 1',
    'const projectId = id',
    '({ projectId }) => 1',
    '(userId: string) => 1',
  ])
    expect(isRefused(line), line).toBe(true)
  for (const line of ['{ projectId: projectID }', "path: '/user-projects/:projectId'", 'params.userId'])
    expect(isRefused(line), line).toBe(false)
})
