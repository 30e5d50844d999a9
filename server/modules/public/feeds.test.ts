import { beforeEach, expect, test } from 'vitest'
import { JSDOM } from 'jsdom'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { sql } from 'kysely'
import { createPublicWorld, type PublicWorld } from '#support/public-pages.ts'
import { testApp } from '#support/server.ts'

const server = testApp({ config: { publicPages: 'on' } })
const moved = testApp(() => ({
  ...{ url: server.databaseUrl, clock: server.clock },
  config: { publicPages: 'on', publicUrl: 'https://work.example.org' },
}))
let world: PublicWorld
beforeEach(async () => {
  await server.db.updateTable('projects').set({ show_to_visitors: false }).execute()
  world = await createPublicWorld(server)
})

const get = async (path: string, origin = server.origin) => (await fetch(`${origin}${path}`)).text()
/** Throws for what is no XML. */
const elementsOf = (xml: string) => new new JSDOM('').window.DOMParser().parseFromString(xml, 'application/xml')
const idsOf = async (query = '') => (parseJsonFeed(await get(`/p/feed.json${query}`)).items ?? []).map(({ id }) => id)
/** A text of Atom as the parser gives it: with its type, or plain. */
const textOf = (text: unknown) => (typeof text === 'string' ? text : (text as { value?: string } | undefined)?.value)
const urn = (taskID: string) => `urn:uuid:${taskID}`

test('[PUBLIC-14] the feeds are valid Atom and JSON Feed with open tasks, newest first, narrowed by skill and reward', async () => {
  const first = await world.offered({ title: 'A & B <c>' }, { amountCents: 4_000, skills: ['Ink'] })
  server.clock.advance(5)
  const second = await world.offered({}, { amountCents: 9_000 })
  const answer = await fetch(`${server.origin}/p/feed.atom`)
  expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const xml = await answer.text()
  const document = elementsOf(xml)
  expect(document.documentElement.namespaceURI).toBe('http://www.w3.org/2005/Atom')
  const wanted = ['id', 'title', 'updated']
  for (const element of [document.documentElement, ...document.querySelectorAll('entry')])
    for (const name of wanted)
      expect(
        [...element.children].filter((child) => child.localName === name),
        name,
      ).toHaveLength(1)
  for (const entry of document.querySelectorAll('entry'))
    expect(entry.querySelectorAll('author > name')).toHaveLength(1)
  const atom = parseAtomFeed(xml)
  expect(atom.entries?.map(({ id }) => id)).toEqual([urn(second), urn(first)])
  expect(textOf(atom.entries?.[1]?.title)).toBe('A & B <c> · $40.00')
  expect(atom.entries?.[1]?.categories).toEqual([{ term: 'Ink' }])
  expect(atom.links?.find(({ rel }) => rel === 'self')?.href).toBe(`${server.origin}/p/feed.atom`)
  const json = await fetch(`${server.origin}/p/feed.json`)
  expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const feed = parseJsonFeed(await json.text())
  expect(feed).toMatchObject({ feed_url: `${server.origin}/p/feed.json`, home_page_url: `${server.origin}/p` })
  expect(feed.items?.map(({ id, title }) => [id, title])).toEqual([
    [urn(second), expect.any(String)],
    [urn(first), 'A & B <c> · $40.00'],
  ])
  expect(await idsOf('?skill=INK')).toEqual([urn(first)])
  expect(await idsOf('?minCents=5000')).toEqual([urn(second)])
  expect(await idsOf('?skill=ink&minCents=5000')).toEqual([])
  expect((await fetch(`${server.origin}/p/feed.json?minCents=much`)).status).toBe(422)
  await sql`
    with made as (
      insert into tasks (id, project_id, task_number, title)
      select gen_random_uuid(), ${world.projectID}::uuid, n, 'Task ' || n from generate_series(300, 420) n returning id
    ) insert into offers (task_id, project_id, amount_cents, currency, mode, takers, made_by, made_at, changed_at)
    select id, ${world.projectID}::uuid, 0, 'USD', 'claim', 'anyone', ${world.owner.id}::uuid, now() - interval '1 day', now() from made`.execute(
    server.db,
  )
  const many = await idsOf()
  expect(many).toHaveLength(100)
  expect(many.slice(0, 2)).toEqual([urn(second), urn(first)])
  expect(parseAtomFeed(await get('/p/feed.atom')).entries).toHaveLength(100)
})

test('[PUBLIC-15] an entry keeps its ID, and says what the task pays, its terms and whether it can be taken', async () => {
  const taskID = await world.offered({ title: 'Before' }, { amountCents: 40_000, leaseDays: 5 })
  const entryAt = async (origin: string) => {
    const atom = parseAtomFeed(await get('/p/feed.atom', origin)).entries?.find(({ id }) => id === urn(taskID))
    const text = await get('/p/feed.json', origin)
    const { items } = JSON.parse(text) as { items: Array<{ id: string; summary: string; _guildhall: object }> }
    return { atom, json: items.find(({ id }) => id === urn(taskID)) }
  }
  const before = await entryAt(server.origin)
  await world.owner.api.tasks.update({ params: { id: taskID }, body: { title: 'After' } })
  for (const origin of [server.origin, moved.origin]) {
    const { atom, json } = await entryAt(origin)
    expect(atom?.id).toBe(before.atom?.id)
    expect(textOf(atom?.title)).toBe('After · $400.00')
    for (const summary of [textOf(atom?.summary), json?.summary])
      for (const text of ['$400.00', 'Free to take.', 'Yours for 5 days after you take it.'])
        expect(summary).toContain(text)
    expect(json?._guildhall).toMatchObject({ amountCents: 40_000, currency: 'USD', state: 'open', canBeTaken: true })
  }
  await server.db.updateTable('projects').set({ review_queue_max: 1 }).where('id', '=', world.projectID).execute()
  const held = await world.offered()
  await world.take(held)
  await world.ana.api.submissions.create({
    params: { id: held },
    body: { aiUse: 'none', idempotencyKey: 'key-feeds-1' },
  })
  const full = await entryAt(server.origin)
  expect(full.json?.summary).toContain('Full: 1 hand-in waits for review.')
  expect(full.json?._guildhall).toMatchObject({ state: 'full', canBeTaken: false })
})
