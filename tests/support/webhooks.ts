import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readOwnersRows } from '#server/live/owners-rows.ts'
import { takeWebhooks } from '#server/modules/webhooks/deliveries-repository.ts'
import { sendNext } from '#server/modules/webhooks/sending.ts'
import { makeCertificate } from './own-certificate.ts'
import type { TestApp } from './server.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }
type Behave = (answer: ServerResponse, received: Received) => void

const answerOK: Behave = (answer) => answer.end('taken')

/** A program that takes webhooks, by HTTPS on loopback. Only who names its certificate, `cert`, trusts it. */
export const startReceiver = async () => {
  const { key, cert } = makeCertificate()
  const received: Received[] = []
  let behave = answerOK
  const receiver = createServer({ key, cert }, (incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('error', () => {})
    incoming.on('end', () => {
      const one = { path: incoming.url ?? '', headers: incoming.headers, body: Buffer.concat(chunks).toString() }
      received.push(one)
      behave(answer, one)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  return {
    origin: `https://127.0.0.1:${port}`,
    port,
    cert,
    received,
    /** What has come at this path, as the rows that they are. */
    rowsAt: (path: string) =>
      received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as { id: string; kind: string }),
    /** How it answers from now on; without a word it takes everything. */
    behave: (how: Behave = answerOK) => {
      behave = how
    },
    close: () => {
      receiver.closeAllConnections()
      return new Promise<void>((resolve) => receiver.close(() => resolve()))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Sends what is due to all targets, each webhook's next events once. Returns how many webhooks had any. */
export const sendDue = async ({ db, deps }: TestApp): Promise<number> => {
  const free = new Map(Object.keys(deps.config.webhookTargets).map((target) => [target, 1_000]))
  const held = await takeWebhooks(db, { free, now: deps.clock.now() })
  await Promise.all(held.map((webhook) => sendNext({ ...deps, readOwnersRows }, webhook)))
  return held.length
}
