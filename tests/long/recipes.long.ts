import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantedCheckout } from '../support/planted-checkout.ts'

const RECIPES = readFileSync('docs/recipes.md', 'utf8')
const SNAPSHOT = 'tests/contract/calls.snap'

/** The path of a file of this name, as the recipes have it. */
const named = (name: string): string => {
  const path = RECIPES.match(new RegExp(`\`([\\w./-]+/${name})\``))?.[1]
  if (path === undefined) throw new Error(`docs/recipes.md names no ${name}.`)
  return path
}

/** A copy of the checkout, in which a recipe is followed step by step. */
const follow = () => {
  const checkout = plantedCheckout()
  checkout.plant(SNAPSHOT, readFileSync(SNAPSHOT, 'utf8'))
  // The pictures of the screens.
  cpSync('resources', join(checkout.root, 'resources'), { recursive: true })
  const touched = new Set<string>()
  const read = (path: string) => readFileSync(join(checkout.root, path), 'utf8')
  return {
    remove: checkout.remove,
    touched,
    read,
    write: (path: string, text: string) => {
      touched.add(path)
      checkout.plant(path, text)
    },
    /** Puts `to` in place of `from`, which the file must have. */
    edit: (path: string, from: string, to: string) => {
      const before = read(path)
      expect(before, `${path} has ${from}`).toContain(from)
      touched.add(path)
      checkout.plant(
        path,
        before.replace(from, () => to),
      )
    },
    /** The files with type errors, but for names of types (TS2883) that the compiler cannot reach behind the link to the packages. */
    typeErrors: async (...projects: string[]): Promise<string[]> => {
      const { stdout } = await checkout.run('tsc', '-b', '--pretty', 'false', ...projects)
      return [
        ...new Set([...stdout.matchAll(/^([\w./-]+)\(\d+,\d+\): error (?!TS2883)/gm)].map(([, path = '']) => path)),
      ]
    },
    /** Runs tests, and returns what failed. */
    failures: async (...args: string[]): Promise<string> => {
      const { exitCode, stdout, stderr } = await checkout.run('vitest', 'run', ...args)
      return exitCode === 0 ? '' : `${stdout}${stderr}`.slice(-4_000)
    },
    node: async (script: string) => expect(await checkout.run('node', script)).toMatchObject({ exitCode: 0 }),
  }
}
const LIMIT_MS = 900_000

describe('a call, by the recipe', () => {
  const checkout = follow()
  afterAll(checkout.remove)
  const typeErrors: { untilHandled?: string[]; afterwards?: string[] } = {}
  let withoutCase = ''
  beforeAll(async () => {
    checkout.edit(
      'shared/contract/labels.ts',
      '  remove: endpoint({',
      `  recolour: endpoint({
    method: 'PUT',
    path: '/projects/:id/labels/:labelID/colour',
    summary: 'Gives a label another colour.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'tasks2',
    params: oneOf,
    body: z.strictObject({ colour }),
    response: enveloped(label),
    stale: ['labels.list'],
    failure: serverMessageOr('Failed to change the label'),
  }),
  remove: endpoint({`,
    )
    typeErrors.untilHandled = await checkout.typeErrors('server')
    checkout.edit(
      'server/modules/tasks/labels.ts',
      'export const labels = {',
      `const recolourLabel = (deps: Deps, viewer: Viewer, input: Input<'labels.recolour'>): Promise<Label> =>
  updateLabel(deps, viewer, input)

export const labels = { recolour: recolourLabel,`,
    )
    typeErrors.afterwards = await checkout.typeErrors('server', 'src-renderer')
    withoutCase = await checkout.failures('tests/api/matrix.test.ts', '-t', 'every call')
    checkout.edit(
      'tests/api/cases/tasks.ts',
      "  'labels.remove': {",
      `  'labels.recolour': {
    input: withBody(label, { colour: 'red' }),
    may: insideManagers,
    leaves: labelled(LABEL_ID),
  },
  'labels.remove': {`,
    )
    checkout.touched.add(SNAPSHOT)
  }, LIMIT_MS)

  test('the compiler asks for its handler, in the file that the recipe names, and for nothing else', () => {
    expect(typeErrors).toEqual({ untilHandled: ['server/handlers.generated.ts'], afterwards: [] })
  })
  test('a test asks for its case', () => {
    expect(withoutCase).toContain('labels.recolour')
  })
  test(
    'then the tests that the recipe names pass',
    async () => {
      expect(await checkout.failures('tests/contract/calls', '-u')).toBe('')
      expect(checkout.read(SNAPSHOT)).toContain('labels.recolour: PUT /projects/:id/labels/:labelID/colour')
      const rest = ['tests/contract', 'tests/api/matrix', 'tests/api/events', 'tests/api/transactions']
      expect(await checkout.failures(...rest, '-t', 'recolour|every|call')).toBe('')
    },
    LIMIT_MS,
  )
  test('with its own test, the screen that makes it and its line in the changelog these are at most eight files', () => {
    expect(checkout.touched.size + 3).toBeLessThanOrEqual(8)
  })
})

describe('a field of a project, by the recipe', () => {
  const checkout = follow()
  afterAll(checkout.remove)
  let asked: string[] = []
  let left: string[] = []
  beforeAll(async () => {
    const { edit, write } = checkout
    edit(
      named('project-fields.ts'),
      '  tags: optionalText(',
      "  reference: optionalText(80, 'The number of the order.', 'PO-1204'),\n  tags: optionalText(",
    )
    write(
      'server/db/migrations/9999_project_reference.ts',
      `import { sql, type Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table projects add column reference text').execute(db)
}
`,
    )
    await checkout.node('scripts/generate-lists.ts')
    await checkout.node('scripts/generate-schema.ts')
    asked = await checkout.typeErrors()
    edit(named('project-columns.ts'), "  tags: 'tags',", "  reference: 'reference',\n  tags: 'tags',")
    edit(named('ProjectField.tsx'), '  tags: { label', "  reference: { label: 'Reference' },\n  tags: { label")
    const tables = named('work-tables.ts')
    edit(tables, "'deliverables', 'tags', 'status'", "'deliverables', 'reference', 'tags', 'status'")
    edit(tables, "'deliverables', 'tags', 'image_key'", "'deliverables', 'reference', 'tags', 'image_key'")
    const tags = '<ProjectField name="tags" />'
    edit(named('ProjectForm.tsx'), tags, `<ProjectField name="reference" />\n${tags}`)
    const budget = '<ProjectField name="budget" />'
    edit(named('DetailsStep.tsx'), budget, `${budget}<ProjectField name="reference" />`)
    const deadline = "...row('Deadline'"
    edit(named('ProjectBrief.tsx'), deadline, `...row('Reference', project.reference),\n  ${deadline}`)
    left = await checkout.typeErrors()
  }, LIMIT_MS)

  test('the compiler asks for files that the recipe names, and for nothing once they are changed', () => {
    expect(asked).toContain(named('project-columns.ts'))
    expect(asked).toContain(named('ProjectField.tsx'))
    expect(left).toEqual([])
  })
  test(
    'then the tests that the recipe names pass',
    async () => {
      expect(await checkout.failures('tests/contract/calls', '-u')).toBe('')
      const line = /^npm test -- unit (.*project-draft.*)$/m.exec(RECIPES)?.[1] ?? ''
      expect(await checkout.failures(...line.split(' '), 'server/db/schema')).toBe('')
    },
    LIMIT_MS,
  )
  test('these are the eight files that the recipe counts', () => {
    expect([...checkout.touched].sort()).toHaveLength(8)
  })
})
