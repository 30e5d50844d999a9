import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedAnswer = {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** The server hangs up instead of answering. */
  isCut?: boolean
}
type Heard = { method: string; path: string; authorization: string | undefined; body: string }

/** An answer with an error, in the envelope of our server. */
export const refusalAnswer = (status: number, code: string, message: string, headers = {}): ScriptedAnswer => ({
  status,
  headers,
  body: { message, code, requestId: 'req-1' },
})

/** Starts a server that gives the test's answers, for cases that a real server cannot show on demand. `heard` has the requests. */
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
