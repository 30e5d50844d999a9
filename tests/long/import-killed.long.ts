import { randomInt } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOnce, importInParts, sendPart } from '../api/import-parts.ts'
import { startProcess } from '../api/two-servers.ts'
import { createProject, createUser } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'

const ROUNDS = Number(process.env['GUILDHALL_IMPORT_ROUNDS'] ?? 12)
const PARTS = 4
const SIZE = 250
/** A part takes a few hundred milliseconds. */
const LATEST_MS = 500

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test(`[MOVE-30] ${ROUNDS} imports in parts, each with servers killed at random moments, are there once and as a whole`, async () => {
  let server = await startProcess(app.databaseUrl)
  let cuts = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each by somebody else: one person imports at most 20 parts an hour.
    const owner = await createUser(app)
    const { id } = await createProject(app, owner.user.id)
    const name = `Round ${round}`
    let importID: string | undefined
    for (const part of importInParts(name, PARTS, SIZE)) {
      const send = () =>
        sendPart(server.origin, owner.accessToken, id, {
          ...part,
          ...(importID !== undefined && { continues: importID }),
        })
      const cut = send().catch(() => undefined)
      await after(randomInt(LATEST_MS))
      await server.kill()
      if ((await cut) === undefined) cuts += 1
      server = await startProcess(app.databaseUrl)
      const answered = await send()
      importID ??= answered
    }
    await expectOnce(app, id, name, PARTS * SIZE)
  }
  await server.kill()
  process.stdout.write(`${ROUNDS * PARTS} kills, ${cuts} parts cut off\n`)
  expect(cuts).toBeGreaterThan(0)
}, 300_000)
