import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../shared/contract/index.ts'
import { startTestApp, type TestApp } from '../../tests/support/server.ts'
import { describeApi } from './openapi-document.ts'
import { exampleOf, fieldsOf, type Schema, typeInWords } from './docs-schema.ts'

type Content = { content?: Record<string, { schema: Schema }> }
type Operation = {
  operationId: string
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}

let server: TestApp
let page: string
let described: Map<string, Operation>
beforeAll(async () => {
  server = await startTestApp()
  const answer = await server.app.inject('/docs')
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.statusCode).toBe(200)
  page = answer.body
  const { paths } = (await describeApi({ title: '', description: '', version: '' })) as {
    paths: Record<string, Record<string, Operation>>
  }
  const all = Object.values(paths).flatMap((methods) => Object.values(methods))
  described = new Map(all.map((operation) => [operation.operationId, operation]))
})
afterAll(() => server.close())

describe('the API reference at /docs', () => {
  test('shows every call of the contract, each with an example', () => {
    for (const { operation, endpoint } of operations) {
      const [, article = ''] = page.split(`<article id="${operation}">`)
      const own = article.split('</article>')[0] ?? ''
      expect(own, operation).toContain(`/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`)
      expect(own, operation).toContain('curl ')
      expect(own, operation).toContain('Who may:')
    }
  })

  test('needs no script and nothing from elsewhere, so that the policy of every page lets it through', () => {
    expect(page).not.toMatch(/<script|\son\w+=|\ssrc=|<link|@import|url\(/)
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    const links = [...page.matchAll(/\shref="([^"]+)"/g)].map(([, href = '']) => href)
    expect(links.length).toBeGreaterThan(operations.length)
    expect(links.filter((href) => !(href.startsWith('#') ? ids.has(href.slice(1)) : href === '/openapi.json'))).toEqual(
      [],
    )
    expect(page).toContain('color-scheme: light dark')
  })
})

describe.each(operations.map(({ operation, endpoint }) => [operation, endpoint] as const))(
  'the examples of %s',
  (operation, endpoint) => {
    const schemasOf = (content: Content | undefined) =>
      Object.entries(content?.content ?? {}).filter(([type]) => type === 'application/json')

    test('are what the contract takes and answers', () => {
      const { parameters = [], requestBody, responses }: Partial<Operation> = described.get(operation) ?? {}
      const examplesIn = (place: string) =>
        Object.fromEntries(
          // As an address carries them: all of it is text.
          parameters
            .filter((each) => each.in === place)
            .map(({ name, schema }) => [name, String(exampleOf(schema, name))]),
        )
      const answers = schemasOf(responses?.[String(endpoint.status ?? 200)])
      // A file is bytes, which no example shows.
      expect(answers).toHaveLength(endpoint.transfer === 'download' ? 0 : 1)
      endpoint.params?.parse(examplesIn('path'))
      endpoint.query?.parse(examplesIn('query'))
      for (const [, { schema }] of schemasOf(requestBody)) endpoint.body?.parse(exampleOf(schema))
      for (const [, { schema }] of answers) endpoint.response.parse(exampleOf(schema))
    })
  },
)

test.each<[Schema, string]>([
  [{ type: 'string', minLength: 1, maxLength: 200 }, 'text, 1 to 200 characters'],
  [{ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }, 'UUID or null'],
  [{ type: ['string', 'null'] }, 'text or null'],
  [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, at least 1'],
  [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 3 }, 'list of one of a, b, at most 3'],
])('a type in words: %j', (schema, words) => {
  expect(typeInWords(schema)).toBe(words)
})

test('fields in fields are named by their path', () => {
  const item: Schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  const schema: Schema = { type: 'object', properties: { data: { type: 'array', items: item } } }
  expect(fieldsOf(schema).map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['data', false],
    ['data[].id', true],
  ])
})
