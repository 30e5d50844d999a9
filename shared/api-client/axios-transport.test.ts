import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { contract } from '../contract/index.ts'
import { apiBase, axiosTransport } from './axios-transport.ts'

const servers: Array<ReturnType<typeof createServer>> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listen = async (answer: RequestListener) => {
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

test.each([301, 302, 303, 307, 308])(
  '[WIRE-02] a %d leads the bearer nowhere: the other host hears nothing, and the call fails',
  async (status) => {
    const other = await listen((_request, response) => response.end('{"data":{"username":"eve"}}'))
    const host = await listen((_request, response) =>
      response.writeHead(status, { location: `${other.origin}/api/users/username` }).end(),
    )
    const send = axiosTransport({ baseURL: () => apiBase(host.origin) })
    const reply = await send({ operation: 'users.username', input: {} }, contract.users.username, { bearer: 'secret' })
    expect(reply).toMatchObject({ ok: false, status, error: { code: `HTTP_${status}` } })
    expect(host.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret'])
    expect(other.heard).toEqual([])
  },
)
