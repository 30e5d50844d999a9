import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { loadConfig } from '#server/settings/config.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createPublicWorld, type PublicWorld } from '#support/public-pages.ts'
import { testApp } from '#support/server.ts'

const server = testApp({ config: { publicPages: 'on' } })
const indexed = testApp(() => ({ url: server.databaseUrl, clock: server.clock, config: { publicPages: 'indexed' } }))
const off = testApp(() => ({ url: server.databaseUrl, clock: server.clock }))
let world: PublicWorld
beforeEach(async () => {
  world = await createPublicWorld(server)
})

const pathsOf = (world: PublicWorld, taskID: string) => [`/p/${world.projectID}`, `/t/${taskID}`]
const change = (body: object) => world.owner.api.projects.update({ params: { id: world.projectID }, body })

test('[PUBLIC-01] public pages are off unless the operator says so', async () => {
  expect(loadConfig(['--data-dir', '/nowhere'], {}).config.publicPages).toBe('off')
  const taskID = await world.offered()
  const unknown = await fetch(`${off.origin}/nothing-here`, { redirect: 'manual' })
  const answer = { status: unknown.status, type: unknown.headers.get('content-type') }
  const paths = [...pathsOf(world, taskID), '/p', '/t', '/p/feed.atom', '/p/feed.json', '/robots.txt', '/sitemap.xml']
  for (const path of paths) {
    const { status, headers } = await fetch(`${off.origin}${path}`, { redirect: 'manual' })
    expect({ status, type: headers.get('content-type') }, path).toEqual(answer)
  }
  const listed = async (from: typeof server) => (await from.client().capabilities.list({})).data
  expect(await listed(off)).not.toContain('publicPages')
  expect(await listed(server)).toContain('publicPages')
  expect(await listed(indexed)).toContain('publicPages')
  for (const { origin } of [server, indexed]) expect((await fetch(`${origin}/p`)).status).toBe(200)
})

test('[PUBLIC-02] only an owner shows a project to visitors; at first none is shown', async () => {
  const { id } = await createProject(server, world.owner.id)
  const read = async () => (await world.owner.api.projects.get({ params: { id } })).data.showToVisitors
  expect(await read()).toBe(false)
  const admin = await createPerson(server)
  await server.db.insertInto('memberships').values({ project_id: id, user_id: admin.id, role: 'admin' }).execute()
  const body = { showToVisitors: true }
  expect((await failureOf(admin.api.projects.update({ params: { id }, body }))).status).toBe(403)
  expect(await read()).toBe(false)
  await world.owner.api.projects.update({ params: { id }, body })
  expect(await read()).toBe(true)
})

test('[PUBLIC-03] only what its owner shows, and what is given out, has a page', async () => {
  const members = await world.offered({}, { takers: 'members' })
  const assigned = await world.offered({}, { mode: 'assigned' })
  const plain = (
    await world.owner.api.tasks.create({ body: { projectID: world.projectID, title: 'A', description: 'B' } })
  ).data.id
  const open = await world.offered({ title: 'Draw the quay' })
  const hidden = await createPublicWorld(server)
  const theirs = await hidden.offered()
  await hidden.owner.api.projects.update({ params: { id: hidden.projectID }, body: { showToVisitors: false } })
  for (const id of [members, assigned, plain, theirs]) expect((await world.open('t', id)).status).toBe(404)
  expect((await world.open('t', open)).status).toBe(200)
  const page = await (await world.open('p', world.projectID)).text()
  expect(page).toContain('Draw the quay')
  for (const id of [members, assigned, plain]) expect(page).not.toContain(id)
  const list = await (await world.visit('/p')).text()
  expect(list).toContain(world.projectID)
  expect(list).not.toContain(hidden.projectID)
  for (const status of [0, 3, 4]) {
    await server.db.updateTable('projects').set({ status }).where('id', '=', world.projectID).execute()
    for (const path of pathsOf(world, open)) expect((await world.visit(path)).status).toBe(404)
  }
})

test('[PUBLIC-04] [RECORD-05] the record is that of the owner who is named, or says that it is of who made the project', async () => {
  const { owner, projectID } = world
  const taskID = await world.offered()
  const heir = await createPerson(server, { name: 'Hera' })
  await createMembership(server, projectID, heir.id, 'owner')
  await sql`update memberships set joined_at = 'epoch' where user_id = ${heir.id}`.execute(server.db)
  const lines = async () =>
    Promise.all(
      (['p', 't'] as const).map(async (kind) => {
        const text = await (await world.open(kind, kind === 'p' ? projectID : taskID)).text()
        return /By <bdi>[^]*?<\/p>/
          .exec(text)?.[0]
          .replaceAll(/<[^>]+>/g, '')
          .trim()
          .replaceAll(/\s+/g, ' ')
      }),
    )
  const marta = `By Marta Mann (@${owner.username}). No payments yet.`
  expect(await lines()).toEqual([marta, marta])
  await heir.api.memberships.remove({ params: { id: projectID, userId: owner.id } })
  const hera = `By Hera (@${heir.username}). The maker of this project: No payments yet.`
  expect(await lines()).toEqual([hera, hera])
})

test('[PUBLIC-04] a page has what is wanted, what it pays and on which terms, without any script', async () => {
  const taskID = await world.offered(
    { title: 'Draw the quay', description: 'In ink.\nOn paper.', estimateHours: 3 },
    { amountCents: 40_000, leaseDays: 5, reviewDays: 9, payDays: 20 },
  )
  await server.db
    .updateTable('projects')
    .set({ detailed_description: 'Every pier.' })
    .where('id', '=', world.projectID)
    .execute()
  const task = await (await world.open('t', taskID)).text()
  for (const text of [
    'Draw the quay',
    'In ink.\nOn paper.',
    '$400.00',
    'Free to take.',
    'Yours for 5 days after you take it.',
    'Reviewed within 9 days',
    'Paid within 20 days after that.',
    'Recorded, not held.',
    'Marta Mann',
    'No payments yet.',
    'Maps',
    'Birds',
    `/open/${taskID}`,
    'Take this task',
  ])
    // prettier-ignore
    expect(task).toContain(text)
  const project = await (await world.open('p', world.projectID)).text()
  for (const text of ['Harbour map', 'Work worth doing.', 'Every pier.', 'Maps', 'Draw the quay', '$400.00'])
    expect(project).toContain(text)
  for (const page of [task, project, await (await world.visit('/p')).text()])
    expect(page.match(/<script(?! type="application\/ld\+json">)|<iframe|javascript:|\son\w+=/gi)).toBeNull()
})

test('[PUBLIC-07] pages forbid scripts, guessing and frames, set no cookie and load nothing from elsewhere', async () => {
  const taskID = await world.offered()
  for (const answer of [
    await world.open('t', taskID),
    await world.open('p', world.projectID),
    await world.visit('/p'),
  ]) {
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const page = await answer.text()
    const loaded = [...page.matchAll(/(?:src|srcset)="|<link rel="(?:icon|stylesheet)" href="(?!\/)|url\(|@import/g)]
    expect(loaded).toEqual([])
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? []
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64')
    expect(policy).toContain(`style-src 'sha256-${hash}'`)
  }
})

test('[PUBLIC-08] an unchanged page answers 304, and a changed one the new page', async () => {
  const taskID = await world.offered({ title: 'First' })
  const first = await world.open('p', world.projectID)
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const tag = first.headers.get('etag') ?? ''
  const again = () => world.visit(new URL(first.url).pathname, { 'if-none-match': tag })
  const same = await again()
  expect({ status: same.status, body: await same.text() }).toEqual({ status: 304, body: '' })
  await world.take(taskID)
  const changed = await again()
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(tag)
  expect(await changed.text()).toContain('No task is open now.')
})

test('[PUBLIC-10] robots are refused unless the pages are indexed, and the map lists all pages that answer', async () => {
  const open = await world.offered()
  const taken = await world.offered()
  await world.take(taken)
  await world.offered({}, { takers: 'members' })
  const get = async (origin: string, path: string) => {
    const answer = await fetch(`${origin}${path}`)
    return { status: answer.status, robots: answer.headers.get('x-robots-tag'), text: await answer.text() }
  }
  for (const path of ['/p', ...pathsOf(world, open)]) {
    const plain = await get(server.origin, path)
    expect(plain.robots).toBe('noindex')
    expect(plain.text).toContain('<meta name="robots" content="noindex" />')
    const listed = await get(indexed.origin, path)
    expect(listed.robots).toBeNull()
    expect(listed.text).not.toContain('noindex')
  }
  expect((await get(server.origin, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
  expect((await get(server.origin, '/sitemap.xml')).status).toBe(404)
  expect((await get(indexed.origin, '/robots.txt')).text).not.toMatch(/Disallow: \/$/m)
  const map = (await get(indexed.origin, '/sitemap.xml')).text
  const addresses = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  for (const id of [world.projectID, open, taken]) expect(addresses.filter((one) => one.includes(id))).toHaveLength(1)
  for (const address of addresses) expect((await fetch(address, { redirect: 'manual' })).status, address).toBe(200)
  const unshown = await server.db.selectFrom('projects').where('show_to_visitors', '=', false).select('id').execute()
  for (const { id } of unshown) expect(map).not.toContain(id)
})

test('[PUBLIC-11] a wrong or old slug leads to the right address, and no address breaks the server', async () => {
  const taskID = await world.offered({ title: 'Draw the Quái!' })
  const right = `/t/${taskID}-draw-the-quai`
  for (const wrong of [
    `/t/${taskID}`,
    `/t/${taskID}-old`,
    `/t/${taskID.toUpperCase()}-draw-the-quai`,
    `/t/${taskID}-a/b`,
  ]) {
    const answer = await world.visit(wrong)
    expect({ status: answer.status, to: answer.headers.get('location') }, wrong).toEqual({ status: 301, to: right })
  }
  expect((await world.visit(right)).status).toBe(200)
  await world.owner.api.tasks.update({ params: { id: taskID }, body: { title: 'Paint it' } })
  expect((await world.visit(right)).headers.get('location')).toBe(`/t/${taskID}-paint-it`)
  const strange = ['%zz', '%00', '%', 'a'.repeat(3000), `${taskID}%00`, `${taskID}-${'%F0%9F'.repeat(9)}`, '..%2f..%2fetc', `${taskID}x`, '%E2%80%AE', `'${taskID}`, `${taskID}-%0d%0aset-cookie:a=b`, 'feed.xml', `${taskID}.png.png`] // prettier-ignore
  for (const kind of ['p', 't'])
    for (const text of strange) {
      const answer = await world.visit(`/${kind}/${text}`)
      expect([301, 200, 404], `/${kind}/${text}`).toContain(answer.status)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
})

test('[PUBLIC-12] what is over is gone from pages, list, feeds and map at every process', async () => {
  const set = (more: object) => server.db.updateTable('projects').set(more).where('id', '=', world.projectID).execute()
  const taskID = await world.offered()
  const seen = async () => {
    const texts: string[] = []
    for (const path of ['/p', '/p/feed.atom', '/p/feed.json', '/sitemap.xml'])
      texts.push(await (await fetch(`${indexed.origin}${path}`)).text())
    const statuses: number[] = []
    for (const path of pathsOf(world, taskID))
      statuses.push((await fetch(`${indexed.origin}${path}`)).status, (await world.visit(path)).status)
    const isListed = (id: string) => texts.some((text) => text.includes(id))
    return { statuses, task: isListed(taskID), project: isListed(world.projectID) }
  }
  const shown = { statuses: [200, 301, 200, 301], task: true, project: true }
  const gone = { statuses: [404, 404, 404, 404], task: false, project: false }
  expect(await seen()).toEqual(shown)
  const ends: Array<[() => Promise<unknown>, () => Promise<unknown>]> = [
    [() => change({ archived: true }), () => change({ archived: false })],
    [() => change({ applicationsPaused: true }), () => change({ applicationsPaused: false })],
    [() => change({ showToVisitors: false }), () => change({ showToVisitors: true })],
    [() => set({ deleted_at: new Date() }), () => set({ deleted_at: null })],
  ]
  for (const [end, begin] of ends) {
    await end()
    expect(await seen()).toEqual(gone)
    await begin()
    expect(await seen()).toEqual(shown)
  }
  await world.owner.api.offers.close({ params: { id: taskID } })
  expect(await seen()).toEqual({ statuses: [200, 301, 404, 404], task: false, project: true })
})

test('[PUBLIC-13] a taken task keeps its page, which says so, and leaves the feeds', async () => {
  const taskID = await world.offered({ title: 'Draw the quay' })
  const other = await world.offered({ title: 'Paint the boats' })
  await world.take(taskID)
  const answer = await world.open('t', taskID)
  expect(answer.status).toBe(200)
  const page = await answer.text()
  expect(page).toContain('Somebody has this task.')
  expect(page).toContain('Paint the boats')
  expect(page).not.toContain('Take this task')
  for (const path of ['/p/feed.atom', '/p/feed.json']) {
    const feed = await (await world.visit(path)).text()
    expect(feed).not.toContain(taskID)
    expect(feed).toContain(other)
  }
})
