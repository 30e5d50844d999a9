import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupLines } from '#server/backup/write-backup.ts'
import { createDiskStore } from '#server/files/disk-store.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import { readOwnersRows } from '#server/live/owners-rows.ts'
import { startSendingWebhooks } from '#server/modules/webhooks/service.ts'
import { createLogger } from '#server/process/log.ts'
import { createPerson, createProject } from '../support/factories.ts'
import { readsThatHold } from '../support/read-walk.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { unzip } from '../support/unzip.ts'
import { type Receiver, startReceiver } from '../support/webhooks.ts'

const CANARY = 'quetzalhook'
const lines: string[] = []
let server: TestApp
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  const logger = createLogger('debug', { write: (line) => void lines.push(line) })
  const webhookTargets = { build: `${receiver.origin}/${CANARY}` }
  server = await startTestApp({
    keepsFiles: true,
    config: { webhookTargets },
    deps: { logger, webhookLimits: { ca: receiver.cert } },
  })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

test(
  '[FEED-07] [FEED-06] secret and address of a webhook are in no later answer, log, backup and export',
  { timeout: 120_000 },
  async () => {
    const owner = await createPerson(server)
    const { id } = await createProject(server, owner.id)
    const { data } = await owner.api.webhooks.add({
      params: { id },
      body: { target: 'build', kinds: ['task.created'] },
    })
    const key = data.secret.slice('whsec_'.length)
    receiver.behave((answer, { body }) => answer.writeHead(body.includes('Refused') ? 500 : 200).end())
    const stop = startSendingWebhooks({ ...server.deps, readOwnersRows })
    for (const title of ['Draw', 'Refused'])
      await owner.api.tasks.create({ body: { projectID: id, title, description: 'Work.' } })
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2)
    await stop()
    const { accessToken } = await openSession(server.deps, server.db, owner.id)
    const named = { ids: [id], usernames: [owner.username] }
    for (const word of [key, CANARY]) expect(await readsThatHold(server, accessToken, word, named)).toEqual([])
    const deliveries = await owner.api.webhooks.deliveries({ params: { id, target: 'build' }, query: {} })
    expect(deliveries.data.map(({ answer }) => answer)).toEqual(['500', '200'])
    const { data: asked } = await owner.api.ownData.askExport({ body: {} })
    await server.deps.background.idle()
    const headers = { authorization: `Bearer ${accessToken}` }
    const zip = await fetch(`${server.origin}/api/users/export/${asked.id}/file`, { headers })
    const copy = [...unzip(Buffer.from(await zip.arrayBuffer())).values()].join('\n')
    expect(copy).toContain('"build"')
    const backup: string[] = []
    const store = createDiskStore(join(server.dataDir, 'files'))
    for await (const line of backupLines({ db: server.db, store, clock: server.clock }).lines) backup.push(line)
    expect(backup.filter((line) => line.includes('webhook_secrets'))).not.toEqual([])
    expect(lines).not.toEqual([])
    const all = [copy, JSON.stringify(deliveries), ...backup, ...lines]
    const hex = (text: string) => Buffer.from(text).toString('hex')
    for (const text of [key, hex(key), hex(data.secret), Buffer.from(key, 'base64').toString('hex'), CANARY])
      expect(all.filter((line) => line.includes(text))).toEqual([])
  },
)
