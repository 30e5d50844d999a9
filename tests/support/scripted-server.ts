import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedAnswer = {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** Hangs up instead. */
  isCut?: boolean
}
type Heard = { method: string; path: string; authorization: string | undefined; body: string }

/** An error as our server says it. */
export const refusalAnswer = (status: number, code: string, message: string, headers = {}): ScriptedAnswer => ({
  status,
  headers,
  body: { message, code, requestId: 'req-1' },
})

/** A server that answers what a test tells it to, for what a real one does not do on demand; `heard` is what it was asked. */
export const startScriptedServer = async (
  answer: (request: Heard) => ScriptedAnswer | Promise<ScriptedAnswer>,
  port = 0,
) => {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const asked = { method, path, authorization: headers.authorization, body }
      heard.push(asked)
      void Promise.resolve(answer(asked)).then(({ status = 200, body: told, headers: more, isCut }) => {
        if (isCut) return void request.socket.destroy()
        const text = typeof told === 'string' ? told : JSON.stringify(told)
        response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${bound}`,
    port: bound,
    heard,
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}
