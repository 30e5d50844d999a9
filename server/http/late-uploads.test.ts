import { connect, type AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type EndpointDef } from '#shared/contract/index.ts'
import { answerErrors } from '../plugins/errors.ts'
import { limitTime } from '../plugins/time-limits.ts'
import { acceptUploads, incomingFile } from './transfer.ts'

const LIMIT_MS = 150

let app: FastifyInstance
/** Called with how the handler's reading of the file ended. */
let ended: (how: string) => void
beforeAll(async () => {
  app = fastify()
  answerErrors(app)
  limitTime(app)
  const endpoint: EndpointDef = { ...contract.files.upload, timeoutMs: LIMIT_MS }
  await app.register(async (scope) => {
    await acceptUploads(scope)
    scope.post('/upload', { config: { endpoint } }, async (request) => {
      const file = await incomingFile(request)
      try {
        let bytes = 0
        for await (const chunk of file.stream) bytes += (chunk as Buffer).length
        ended(`whole, ${bytes} bytes`)
      } catch (error) {
        ended(`cut: ${(error as Error).message}`)
        throw error
      }
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('[WIRE-05] an upload that is not there when its time is up is read no more, so its receiver gives back what it holds', async () => {
  const how = new Promise<string>((resolve) => (ended = resolve))
  const part =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nbegun'
  const head = `POST /upload HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000\r\n\r\n`
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(head + part))
  socket.on('error', () => {})
  try {
    const answer = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())))
    expect(answer).toContain('HTTP/1.1 503')
    // The sender stays connected and sends nothing more: nothing but the server ends the reading.
    expect(await how).toBe('cut: The upload is not well formed.')
  } finally {
    socket.destroy()
  }
})
