import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMembership, createProject, createUser } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { startLoad } from '../api/load.ts'
import { startTwoServers, type TwoServers } from '../api/two-servers.ts'

const SECONDS = Number(process.env['GUILDHALL_LOAD_SECONDS'] ?? 60)

let app: TestApp
let servers: TwoServers
beforeAll(async () => {
  app = await startTestApp()
  servers = await startTwoServers(app.databaseUrl)
})
afterAll(async () => {
  await servers.close()
  await app.close()
})

test(
  `[BUILD-06] two processes under load for ${SECONDS} s, one after the other killed and started again`,
  async () => {
    const [owner, payee] = [await createUser(app), await createUser(app)]
    const { id } = await createProject(app, owner.user.id)
    await createMembership(app, id, payee.user.id)
    const load = startLoad(app, servers, { projectID: id, owner, payee: payee.user.id })
    const ends = Date.now() + SECONDS * 1000
    let kills = 0
    while (Date.now() < ends) {
      const which = kills % 2 === 0 ? 0 : 1
      const before = load.acknowledged()
      const sessionIsValid = (count: number) =>
        vi.waitUntil(() => load.acknowledged() - before > count, { timeout: 30_000, interval: 20 })
      await sessionIsValid(40)
      await servers.kill(which)
      kills += 1
      // Until it is back the other process serves alone.
      await sessionIsValid(80)
      await servers.restart(which)
    }
    process.stdout.write(
      `${kills} kills, ${load.acknowledged()} tasks acknowledged, ${load.broken()} connections broken off\n`,
    )
    expect(kills).toBeGreaterThan(1)
    await load.endAndExpectAll()
  },
  (SECONDS + 90) * 1000,
)
