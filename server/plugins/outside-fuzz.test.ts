import fc from 'fast-check'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { JSDOM } from 'jsdom'
import { beforeAll, expect, test } from 'vitest'
import { attackTexts } from '#support/attack-texts.ts'
import { readCalendarFile, unfolded } from '#support/calendars.ts'
import { createUser } from '#support/factories.ts'
import { createPublicWorld, type PublicWorld } from '#support/public-pages.ts'
import { testApp } from '#support/server.ts'
import { REFUSING } from '#support/webhook-targets.ts'
import { calendarText } from '../modules/calendar/file.ts'
import { ConfigError, loadConfig } from '../settings/config.ts'
import type { DayKind } from '../modules/calendar/repository.ts'

/** The inputs of each test, few here; `npm run fuzz` sends 100,000 to all together. */
const RUNS = Number(process.env['GUILDHALL_OUTSIDE_RUNS'] ?? 60)
const SEED = process.env['GUILDHALL_FUZZ_SEED']
const assert = (property: fc.IAsyncProperty<unknown>, runs = RUNS) =>
  fc.assert(property, { numRuns: runs, ...(SEED !== undefined && { seed: Number(SEED) }) })
/** Generous, for a machine that is busy with other things: a hang is what would meet it. */
const LIMIT_MS = 30_000 + RUNS * 250

const server = testApp({ config: { publicPages: 'on', webhookTargets: REFUSING } })
let world: PublicWorld
let taskID: string
let token: string
let address: string
beforeAll(async () => {
  world = await createPublicWorld(server)
  taskID = await world.offered({ title: 'Plain', description: 'Plain.' }, { skills: ['Plain'] })
  token = (await createUser(server)).accessToken
  const { data } = await server.client(token).calendar.make({ body: {} })
  address = new URL(data.address).pathname
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.constantFrom(...attackTexts, 'a\r\nEND:VEVENT', '\\n\\,;:"', '%00', '%ff', '../..', ''),
)
/** A known text with something put in, left out or put behind it. */
const near = (known: () => string) =>
  fc.tuple(text, fc.nat(), fc.nat({ max: 5 })).map(([more, at, gone]) => {
    const place = at % (known().length + 1)
    return known().slice(0, place) + more + known().slice(place + gone)
  })

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await server.app.inject({ method: 'GET', url, headers })
  expect(answer.statusCode, url).toBeLessThan(500)
  return answer
}
/** Without halves of characters, which no client can send. */
const wellFormed = (given: string) => Buffer.from(given).toString()
/** As a path of a request line: what a client escapes, and what one sends as it is. */
const written = (path: string) => (path.length % 2 === 0 ? encodeURIComponent(path) : encodeURI(path))

test(
  '[PUBLIC-17] no slug of a project or task gives a fault or a page that is no HTML',
  async () => {
    const rest = fc.oneof(
      text,
      near(() => world.projectID),
      near(() => `plain-${taskID}`),
    )
    const page = fc.tuple(fc.constantFrom('p', 't'), rest)
    await assert(
      fc.asyncProperty(page, async ([kind, slug]) => {
        const { headers, body } = await ask(`/${kind}/${written(wellFormed(slug))}`)
        if (String(headers['content-type']).startsWith('text/html')) expect(() => new JSDOM(body)).not.toThrow()
      }),
    )
  },
  LIMIT_MS,
)

test(
  '[PUBLIC-17] no filter of a feed gives a fault, and what it answers is read by its parser',
  async () => {
    const query = fc.record({ skill: fc.oneof(text, fc.constant('Plain')), minCents: fc.oneof(text, fc.constant('1')) })
    await assert(
      fc.asyncProperty(query, async ({ skill, minCents }) => {
        const asked = new URLSearchParams({ skill, ...(minCents !== '' && { minCents }) }).toString()
        const [atom, json] = [await ask(`/p/feed.atom?${asked}`), await ask(`/p/feed.json?${asked}`)]
        expect(atom.statusCode).toBe(json.statusCode)
        if (atom.statusCode !== 200) return
        parseAtomFeed(atom.body)
        parseJsonFeed(json.body)
      }),
    )
  },
  LIMIT_MS,
)

test(
  '[PUBLIC-17] no title, text or skill makes a feed that its parser refuses',
  async () => {
    const texts = fc.tuple(text, text, text).map((all) => all.map((one) => wellFormed(one).replaceAll('\0', '')))
    await assert(
      fc.asyncProperty(texts, async ([title = '', description = '', skill = '']) => {
        await server.db.updateTable('tasks').set({ title, description }).where('id', '=', taskID).execute()
        await server.db
          .updateTable('offers')
          .set({ skills: [skill] })
          .where('task_id', '=', taskID)
          .execute()
        const atom = await ask('/p/feed.atom')
        expect(parseAtomFeed(atom.body).entries).toHaveLength(1)
        // A stricter reader of XML than most.
        const { DOMParser } = new JSDOM('').window
        const read = new DOMParser().parseFromString(atom.body.trim(), 'application/xml')
        expect(read.querySelectorAll('parsererror')).toHaveLength(0)
        expect(parseJsonFeed((await ask('/p/feed.json')).body).items).toHaveLength(1)
      }),
    )
  },
  LIMIT_MS,
)

test(
  '[PUBLIC-17] no token of a calendar or a session opens anything or gives a fault',
  async () => {
    const wrong = fc.oneof(
      text,
      near(() => token),
      near(() => address.slice('/calendar/'.length)),
    )
    await assert(
      fc.asyncProperty(wrong, async (given) => {
        const path = `/calendar/${written(wellFormed(given))}`
        if (path !== address) expect((await ask(path)).statusCode).toBeGreaterThanOrEqual(400)
        // A header holds no such signs; a client cannot send them.
        const sent = given.replace(/[^\x21-\x7e]/g, '')
        if (sent === token) return
        for (const url of ['/api/events', '/api/users/calendar'])
          expect((await ask(url, { authorization: `Bearer ${sent}` })).statusCode).toBe(401)
      }),
    )
  },
  LIMIT_MS,
)

test(
  '[PUBLIC-17] no title makes a calendar that a calendar program refuses',
  async () => {
    const kinds: readonly DayKind[] = ['due', 'lease', 'review', 'reviewed', 'answer', 'answered', 'pay', 'paid']
    const days = fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        id: fc.uuid(),
        day: fc
          .date({ min: new Date('1971-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
        project_id: fc.uuid(),
        project_title: text,
        task_id: fc.option(fc.uuid()),
        task_number: fc.option(fc.nat()),
        task_title: fc.option(text),
        is_guest: fc.boolean(),
        made_at: fc.constant(new Date(0)),
      }),
      { maxLength: 5 },
    )
    await assert(
      fc.asyncProperty(days, fc.boolean(), async (rows, hidesTitles) => {
        const file = calendarText(rows, { origin: server.origin, hidesTitles })
        expect(unfolded(file).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(rows.length)
        const { icalJs, nodeIcal } = readCalendarFile(file)
        const wanted = rows.map(({ day }) => day).toSorted()
        expect(icalJs.map(({ day }) => day).toSorted()).toEqual(wanted)
        if (new Set(rows.map(({ kind, id }) => kind + id)).size === rows.length)
          expect(nodeIcal.map(({ day }) => day).toSorted()).toEqual(wanted)
      }),
    )
  },
  LIMIT_MS,
)

test(
  '[PUBLIC-17] no text of a setting makes a target but a name and an address by https, and no name of one gives a fault',
  async () => {
    const given = fc.oneof(
      text,
      near(() => 'build=https://ci.example.org/hook,chat=https://chat.example.org'),
    )
    await assert(
      fc.asyncProperty(given, async (targets) => {
        const env = { GUILDHALL_WEBHOOK_TARGETS: targets }
        try {
          const { webhookTargets } = loadConfig(['--data-dir', '/nowhere'], env).config
          for (const [name, target] of Object.entries(webhookTargets)) {
            expect(name).toMatch(/^[a-z0-9-]{1,40}$/)
            expect(new URL(target)).toMatchObject({ protocol: 'https:', username: '', password: '' })
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError)
        }
        const { statusCode } = await server.app.inject({
          method: 'POST',
          url: `/api/projects/${world.projectID}/webhooks`,
          headers: { authorization: `Bearer ${token}` },
          payload: { target: wellFormed(targets), kinds: ['task.moved'] },
        })
        expect([404, 422]).toContain(statusCode)
        await ask(`/api/projects/${world.projectID}/webhooks/${written(wellFormed(targets))}/deliveries`, {
          authorization: `Bearer ${token}`,
        })
      }),
    )
  },
  LIMIT_MS,
)
