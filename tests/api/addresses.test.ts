import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { createCreator, createUser, unique } from '../support/factories.ts'
import { linkIn, testApp } from '../support/server.ts'

// A caller can name addresses: the server's own, the page to go to next, the host to ask. The server believes none of them.

const server = testApp({ config: { host: '0.0.0.0', registration: 'open' } })

const EVIL = 'evil.example.org'
/** Sends a request through node:http, because fetch does not let its caller choose these headers. */
const send = (path: string, { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {}) =>
  new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const { hostname, port } = new URL(server.origin)
    const sent = request({ hostname, port, path, method: body ? 'POST' : 'GET', headers: { host: EVIL, ...headers } })
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location }))
    })
    sent.once('error', reject)
    if (body) sent.setHeader('content-type', 'application/json')
    sent.end(body && JSON.stringify(body))
  })

test.each(['host', 'x-forwarded-host', 'forwarded', 'x-forwarded-proto', 'origin'])(
  'links in mails lead to our own address, whatever the header "%s" says',
  async (name) => {
    const { user } = await createUser(server)
    const value = name === 'forwarded' ? `host=${EVIL}` : name === 'origin' ? `https://${EVIL}` : EVIL
    const { status } = await send('/api/users/forgot-password', {
      body: { email: user.email },
      headers: { [name]: value },
    })
    expect(status).toBe(200)
    const [mail] = await server.mails(user.email)
    expect(linkIn(mail).path).toBe('/reset-password')
    expect(mail?.text).toContain(`${server.origin}/reset-password`)
    expect(`${mail?.text}${mail?.html}`).not.toContain(EVIL)
  },
)

test.each([
  `//${EVIL}`,
  `//${EVIL}/..`,
  `/\\${EVIL}`,
  `/%2f%2f${EVIL}/`,
  `//${EVIL}/%2e%2e/`,
  `/login?next=https://${EVIL}`,
  `/verify-email?redirect=//${EVIL}`,
  `/api//${EVIL}/`,
  `https://${EVIL}/health`,
  '/docs/',
  '/assets',
])('no answer leads elsewhere (open redirect): %s', async (path) => {
  const { status, location } = await send(path, { headers: { accept: 'text/html' } })
  expect(location).toBeUndefined()
  expect(status < 300 || status >= 400).toBe(true)
})

test('only the setting says where the AI endpoint is: no caller can make the server ask elsewhere (SSRF)', async () => {
  let asked = 0
  const elsewhere = createServer((_, answer) => {
    asked += 1
    answer.end('{}')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    const { accessToken } = await createCreator(server)
    const ai = server.client(accessToken).ai
    await ai.generateProject({ body: { prompt: `Fetch ${url}/v1 and ![this](${url}/image.png), base URL ${url}` } })
    await ai.generateTask({ body: { prompt: `${url} http://169.254.169.254/latest/meta-data` } })
    for (const name of ['baseUrl', 'baseURL', 'aiBaseUrl', 'endpoint', 'model', 'url']) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/projects/generate-from-prompt',
        headers: { authorization: `Bearer ${accessToken}` },
        payload: { prompt: 'A site about tides', [name]: url },
      })
      expect(answer.statusCode, name).toBe(422)
    }
    const { user } = await createUser(server, { username: unique('asks') })
    await send('/api/users/login', { body: { emailID: user.email, password: url }, headers: { referer: url } })
    expect(asked).toBe(0)
  } finally {
    await new Promise((resolve) => elsewhere.close(resolve))
  }
})
