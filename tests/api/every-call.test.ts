import { describe, expect, test } from 'vitest'
import { loadConfig } from '#server/settings/config.ts'
import { operations } from '#shared/contract/index.ts'
import { testApp } from '../support/server.ts'

const server = testApp()

// Which calls there must be, tests/contract/calls.snap says.
describe('[DEMO-01] our own server has every call that clients know', () => {
  test.each(operations.map(({ operation, endpoint }) => [operation, endpoint] as const))('%s', async (_, endpoint) => {
    const url = `/api${endpoint.path.replace(/:\w+/g, '01890a5d-ac96-774b-bcce-b302099a8057')}`
    const answer = await server.app.inject({ method: endpoint.method, url })
    expect(answer.statusCode).not.toBe(405)
    expect(answer.json()).not.toMatchObject({ message: 'There is no such call.' })
  })

  test('the server answers /health and /openapi.json', async () => {
    for (const url of ['/health', '/openapi.json']) expect((await server.app.inject(url)).statusCode, url).toBe(200)
  })

  test('the server has an embedded database unless a setting names another one', () => {
    const { config } = loadConfig(['--data-dir', '/nonexistent/none'], {})
    expect(config).toMatchObject({ demo: true })
    expect(config.databaseUrl).toBeUndefined()
  })
})
