import { randomInt } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLedgerDifferences, findStateDifferences } from '#server/modules/ledger/service.ts'
import { createProject, createUser } from '../support/factories.ts'
import { giveDetails } from '../support/rewards.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { type Act, acts, clocks, type One, type Person, type Round } from './reward-kills.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

/** `npm run test:long` makes a thousand. */
const KILLS = Number(process.env['GUILDHALL_REWARD_KILLS'] ?? 3)
/** Tasks of a round: some calls are being worked on when the process ends, or wait, or were answered. */
const TASKS = 8
/** The calls of a round are answered within about this many milliseconds. */
const LATEST_MS = 60

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

const newPerson = async (): Promise<Person> => {
  const { user, accessToken: token } = await createUser(app)
  return { id: user.id, token }
}
const newRound = async (): Promise<Round & { ones: One[] }> => {
  const owner = await newPerson()
  const { id: projectID } = await createProject(app, owner.id)
  await app.db.updateTable('projects').set({ budget: '$50,000' }).where('id', '=', projectID).execute()
  const ones = await Promise.all(
    Array.from({ length: TASKS }, async () => {
      const body = { projectID, title: 'Draw', description: 'Work.' }
      const { body: made } = await servers.atSecond('POST', '/user-tasks', { token: owner.token, body })
      const worker = await newPerson()
      // Nothing is late before its payee has said how to be paid.
      await giveDetails(app, worker.id)
      return { taskID: (made['data'] as { id: string }).id, worker, ids: {} }
    }),
  )
  return { owner, projectID, ones }
}

const actOf = (name: string): Act => {
  const act = acts[name]
  if (!act) throw new Error(`There is no act ${name}.`)
  return act
}

/** Plays an act at the process that stays, and keeps the ID of what it makes. */
const play = async (name: string, one: One, round: Round): Promise<void> => {
  const { status, body } = await actOf(name).send(servers.atSecond, one, round)
  if (status !== 200 && status !== 201) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
  const made = body['data']
  if (typeof made === 'object' && made !== null && 'id' in made) one.ids[name] = String(made.id)
}

/** The text with the task's ID, which the factories have made, in its place. */
const of = (text: string, { taskID }: One) => sql.raw(text.replace(':task', `'${taskID}'`))
/** How often something has been made for the task. */
const countOf = async (made: string, one: One): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count::int from (${of(made, one)}) as made`.execute(app.db)
  return rows[0]?.count ?? -1
}
const madeFor = (name: string, one: One) => countOf(actOf(name).made, one)

/** PostgreSQL takes the transactions of a process that is gone back as soon as it finds their connections closed. */
const untilQuiet = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(app.db)
      return rows[0]?.n
    })
    .toBe(0)

const begin = randomInt(Object.keys(acts).length)
test(
  `[LEDGER-42] after each of ${KILLS} kills, from call ${begin} on, nothing answered is lost, doubled or half done`,
  async () => {
    let cuts = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const name = Object.keys(acts)[(begin + kill) % Object.keys(acts).length] ?? ''
      const act = actOf(name)
      const { ones, ...round } = await newRound()
      for (const earlier of act.after) await Promise.all(ones.map((one) => play(earlier, one, round)))
      const sent = ones.map((one) => act.send(servers.atFirst, one, round))
      const settled = Promise.allSettled(sent)
      // At the latest when some are answered, so that others are not.
      await Promise.race([after(randomInt(LATEST_MS)), Promise.any(sent)])
      await servers.kill(0)
      const answers = await settled
      await Promise.all([servers.restart(0), untilQuiet()])
      for (const [at, answer] of answers.entries()) {
        const one = ones[at]
        if (!one) continue
        if (answer.status === 'rejected') {
          cuts++
          expect([0, 1], name).toContain(await madeFor(name, one))
        } else {
          expect([200, 201], `${name}: ${JSON.stringify(answer.value.body)}`).toContain(answer.value.status)
          expect(await madeFor(name, one), name).toBe(1)
        }
      }
      expect([await findLedgerDifferences(app.db), await findStateDifferences(app.db, new Date())], name).toEqual([
        [],
        [],
      ])
      // Whose answer was lost asks again, and it is done once.
      const again = await Promise.all(ones.map((one) => act.send(servers.atSecond, one, round)))
      for (const { status } of again) expect(status, name).toBeLessThan(500)
      for (const one of ones) expect(await madeFor(name, one), name).toBe(1)
      expect(await findLedgerDifferences(app.db), name).toEqual([])
    }
    expect(cuts).toBeGreaterThan(0)
  },
  KILLS * 30_000,
)

/** A round of a clock starts processes three times. */
const CLOCKS = Math.ceil(KILLS / 20)
const first = randomInt(Object.keys(clocks).length)
test(
  `[LEDGER-42] after each of ${CLOCKS} kills in what is due, from clock ${first} on, all of it is done once`,
  async () => {
    for (let kill = 0; kill < CLOCKS; kill++) {
      const [name, clock] = Object.entries(clocks)[(first + kill) % Object.keys(clocks).length] ?? []
      if (!clock) throw new Error('There is no clock.')
      const { ones, ...round } = await newRound()
      for (const earlier of clock.after) await Promise.all(ones.map((one) => play(earlier, one, round)))
      await Promise.all([servers.kill(0), servers.kill(1)])
      for (const one of ones) await of(clock.due, one).execute(app.db)
      // A process looks for what is due as soon as it is up.
      await servers.restart(0)
      await after(randomInt(LATEST_MS))
      await servers.kill(0)
      await untilQuiet()
      for (const one of ones) expect([0, 1], name).toContain(await countOf(clock.made, one))
      expect(await findLedgerDifferences(app.db), name).toEqual([])
      await Promise.all([servers.restart(0), servers.restart(1)])
      const made = async () => (await Promise.all(ones.map((one) => countOf(clock.made, one)))).join()
      await expect.poll(made, { timeout: 30_000, interval: 50 }).toBe(ones.map(() => 1).join())
      expect([await findLedgerDifferences(app.db), await findStateDifferences(app.db, new Date())], name).toEqual([
        [],
        [],
      ])
    }
  },
  CLOCKS * 60_000 + 30_000,
)
