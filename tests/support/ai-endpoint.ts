import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type AiRequest = {
  path: string | undefined
  authorization: string | undefined
  body: {
    model: string
    messages: Array<{ role: string; content: string }>
    response_format: { type: string; json_schema?: { schema: unknown } }
  }
}
export type AiAnswer = (response: ServerResponse, request: AiRequest) => void

/** Starts an OpenAI-compatible server. It gives the answers that a test has prepared, in their order; the last one again and again. */
export const startAiEndpoint = async () => {
  const requests: AiRequest[] = []
  let answers: AiAnswer[] = []
  const server = createServer((incoming: IncomingMessage, response) => {
    let text = ''
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
    incoming.on('end', () => {
      const { url, headers } = incoming
      const body = JSON.parse(text) as AiRequest['body']
      const request = { path: url, authorization: headers.authorization, body }
      requests.push(request)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      answer?.(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** The requests since the answers were prepared. */
    requests,
    prepare: (...prepared: AiAnswer[]) => {
      answers = prepared
      requests.length = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
export type AiEndpoint = Awaited<ReturnType<typeof startAiEndpoint>>

const send = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)

/** A completion with this text. */
export const saying =
  (content: string): AiAnswer =>
  (response) => {
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }]
    send(response, 200, JSON.stringify({ id: '1', object: 'chat.completion', created: 1, model: 'm', choices }))
  }
export const answering = (value: unknown): AiAnswer => saying(JSON.stringify(value))
export const failing =
  (status: number): AiAnswer =>
  (response) =>
    send(response, status, JSON.stringify({ error: { message: 'no', type: 'error' } }))
export const raw =
  (status: number, body: string): AiAnswer =>
  (response) =>
    send(response, status, body)
export const never: AiAnswer = () => {}
