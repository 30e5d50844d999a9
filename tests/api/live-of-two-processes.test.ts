import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '../support/factories.ts'
import { followStream } from '../support/follow-stream.ts'
import { markLog } from '../support/log-mark.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

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

test('[LIVE-26] after kill -9 of one process its clients resume at the other, and what they received equals the log', async () => {
  const [owner, member] = [await createUser(app), await createUser(app)]
  const { id: projectID } = await createProject(app, owner.user.id)
  await createMembership(app, projectID, member.user.id)
  const start = (await markLog(app.db)).at
  const people = [owner, member, member]
  const atFirst = await Promise.all(
    people.map(({ accessToken }) => followStream({ origin: servers.origins()[0] }, accessToken)),
  )

  // The task is created at the process that lives on, while the other one is killed.
  let isKilled = false
  const create = async () => {
    for (let n = 0; n < 60; n++) {
      const body = { projectID, title: `Task ${n}`, description: 'Work.' }
      expect((await servers.atSecond('POST', '/user-tasks', { token: owner.accessToken, body })).status).toBe(201)
      if (n === 25) {
        await expect.poll(() => atFirst.every(({ frames }) => frames.length > 0), { timeout: 15_000 }).toBe(true)
        void servers.kill(0).then(() => {
          isKilled = true
        })
      }
    }
  }
  await create()
  await expect.poll(() => isKilled && atFirst.every((stream) => stream.isOver()), { timeout: 10_000 }).toBe(true)
  const atSecond = await Promise.all(
    atFirst.map((stream, at) =>
      followStream({ origin: servers.origins()[1] }, people[at]?.accessToken ?? '', { after: stream.cursor() }),
    ),
  )
  const { events } = await markLog(app.db, start)
  const logged = events.filter(({ kind }) => kind === 'task.created').map(({ id }) => id)
  expect(logged).toHaveLength(60)
  for (const [at, rest] of atSecond.entries()) {
    const received = () => [...(atFirst[at]?.frames ?? []), ...rest.frames].map(({ id }) => id)
    await expect.poll(received, { timeout: 15_000 }).toEqual(logged)
    expect(rest.names).not.toContain('reset')
    await rest.close()
  }
})
