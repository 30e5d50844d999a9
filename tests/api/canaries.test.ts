import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupLines } from '#server/backup/write-backup.ts'
import { createDiskStore } from '#server/files/disk-store.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import { notifyFollowers } from '#server/modules/notifications/followers.ts'
import { gatherNoticeMails } from '#server/modules/notifications/gather-mails.ts'
import { runRatingClock } from '#server/modules/ratings/service.ts'
import { createLogger } from '#server/process/log.ts'
import { createPerson, createProject, TEST_PASSWORD, unique } from '../support/factories.ts'
import { readsOfWords } from '../support/read-walk.ts'
import { createRewardWorld } from '../support/rewards.ts'
import { testApp } from '../support/server.ts'
import { unzip } from '../support/unzip.ts'
import { wholeLog } from '../support/whole-log.ts'

const log: string[] = []
const server = testApp({
  keepsFiles: true,
  config: { publicPages: 'indexed' },
  deps: { logger: createLogger('debug', { write: (line) => void log.push(line) }) },
})

type Person = Awaited<ReturnType<typeof createPerson>>
/** Ana and Ben are members, Gus is the guest of a task. */
type Name = 'owner' | 'ana' | 'ben' | 'gus' | 'stranger' | 'administrator'

/** Each word with those who may read it. What everybody reads of a person (their profile) is no part of the last one. */
const canaries: Readonly<Record<string, readonly Name[]>> = {
  quetzalpayout: ['owner', 'ana'],
  quetzalsealed: ['ana'],
  quetzalbefore: ['owner', 'ana', 'ben'],
  quetzalprivate: ['owner'],
  quetzalmember: ['owner', 'ana', 'ben'],
}
const words = Object.keys(canaries)
const key = (what: string) => unique(`${what}-key-`)

/** Ben, who writes nothing, is called by a canary. */
const createPeople = async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, ben, params } = world
  await world.setBudget('$9000')
  const username = unique('quetzalmember')
  await server.db.updateTable('users').set({ name: username, username }).where('id', '=', ben.id).execute()
  await owner.api.projects.update({ params, body: { showToVisitors: true } })
  const [gus, stranger] = [await createPerson(server, { name: 'Gus' }), await createPerson(server)]
  const administrator = await createPerson(server, { isAdministrator: true })
  const people: Record<Name, Person> = { owner, ana, ben, gus, stranger, administrator }
  return { world, people, benName: username }
}
type World = Awaited<ReturnType<typeof createPeople>>

const plantProject = async ({ people: { owner } }: World) => {
  const title = 'quetzalprivate'
  const { id: projectID } = await createProject(server, owner.id, { title, status: 0 })
  const { data } = await owner.api.tasks.create({ body: { projectID, title, description: title } })
  await owner.api.comments.create({ params: { id: data.id }, body: { body: title, idempotencyKey: key('comment') } })
  return [projectID, data.id]
}
/** A comment before the offer that makes Gus a guest, and one after it. */
const plantComment = async ({ world, benName, people: { ana, gus } }: World) => {
  const id = await world.addTask()
  const say = (by: Person, body: string) =>
    by.api.comments.create({ params: { id }, body: { body, idempotencyKey: key('comment') } })
  await say(ana, `quetzalbefore @${benName}`)
  server.clock.advance(1)
  await world.offer(id, 1_000)
  await gus.api.claims.take({ params: { id }, body: { idempotencyKey: key('claim') } })
  await say(ana, 'Welcome.')
  return id
}
/** What Ana is owed, how she is paid, and a review of a payment before that the other side has not answered. */
const plantMoney = async ({ world, people: { owner, ana } }: World) => {
  const paid = await world.owed(ana, 1_000)
  const { id: paymentID } = await world.pay(ana, paid, 1_000)
  await ana.api.payments.confirm({ params: { id: paymentID }, body: { idempotencyKey: key('confirmation') } })
  await runRatingClock(server)
  const { id: claimID } = await world.claimOf(paid)
  await ana.api.ratings.give({
    body: { claimID, again: 'yes', clear: 5, onTime: 4, fair: 2, text: 'quetzalsealed' },
  })
  const due = await world.owed(ana, 4_000)
  await ana.api.payout.set({
    body: { method: 'bank', details: 'quetzalpayout', receiptName: '', receiptAddress: '', password: TEST_PASSWORD },
  })
  await owner.api.payout.ofDue({ params: { ...world.params, taskID: due } })
  return [paid, paymentID, claimID, due]
}

type Texts = Record<string, string>
/** Where each word is found that this person may not read. */
const leaks = (name: Name, texts: Texts): string[] =>
  Object.entries(texts).flatMap(([where, text]) =>
    words
      .filter((word) => text.includes(word) && !canaries[word]?.includes(name))
      .map((word) => `${name} finds ${word} in their ${where}`),
  )

/** What reaches a person besides the answers to their reads: mails, their own copy, their calendar. */
const textsOf = async ({ email }: Person, accessToken: string): Promise<Texts> => {
  const api = server.client(accessToken)
  const mails = await server.mails(email)
  const { data: calendar } = await api.calendar.make({ body: { hideTitles: false } })
  const days = await fetch(`${server.origin}${new URL(calendar.address).pathname}`)
  expect(days.status).toBe(200)
  const { data: asked } = await api.ownData.askExport({ body: {} })
  await server.deps.background.idle()
  const headers = { authorization: `Bearer ${accessToken}` }
  const zip = await fetch(`${server.origin}/api/users/export/${asked.id}/file`, { headers })
  return {
    mails: JSON.stringify(mails.map(({ subject, text, html }) => [subject, text, html])),
    calendar: await days.text(),
    export: [...unzip(Buffer.from(await zip.arrayBuffer())).values()].join('\n'),
  }
}

const readBackup = async (): Promise<string> => {
  const written: string[] = []
  const store = createDiskStore(join(server.dataDir, 'files'))
  for await (const line of backupLines({ db: server.db, store, clock: server.clock }).lines) written.push(line)
  return written.join('\n')
}
const visit = async (path: string) =>
  (await fetch(`${server.origin}${path}`, { headers: { accept: 'text/html' } })).text()

test(
  '[PUBLIC-18] payout details, sealed reviews, comments before the offer, private projects and names of members are found only where their reader may see them',
  { timeout: 300_000 },
  async () => {
    const made = await createPeople()
    const { world, people } = made
    const everybody = Object.entries(people) as Array<[Name, Person]>
    const cursors = new Map<Name, string>()
    for (const [name, { api }] of everybody) cursors.set(name, (await api.events.list({ query: {} })).nextCursor)
    const privateIDs = await plantProject(made)
    const heldID = await plantComment(made)
    const moneyIDs = await plantMoney(made)

    await wholeLog(server)
    for (const [name, { api }] of everybody) {
      const { data } = await api.events.list({ query: { after: cursors.get(name) } })
      expect(leaks(name, { events: JSON.stringify(data) })).toEqual([])
      // The private project is in the feed of its owner alone, by its ID.
      expect(privateIDs.some((id) => JSON.stringify(data).includes(id))).toBe(name === 'owner')
    }
    await notifyFollowers(server)
    server.clock.advance(24 * 3_600)
    await gatherNoticeMails(server)

    const ids = [world.params.id, heldID, ...privateIDs, ...moneyIDs, people.ana.id, people.ben.id]
    const named = { ids, usernames: [people.owner.username, people.ana.username, made.benName] }
    const found = new Map<Name, Map<string, string[]>>()
    for (const [name, person] of everybody) {
      // The sessions of before are over by now.
      const { accessToken } = await openSession(server.deps, server.db, person.id)
      found.set(name, await readsOfWords(server, accessToken, { words, searched: 'quetzal' }, named))
      const texts = await textsOf(person, accessToken)
      expect(leaks(name, texts)).toEqual([])
      // Who may read them gets them by mail and in their own copy, or these would prove nothing.
      if (name === 'ben') expect(texts['mails']).toContain('quetzalbefore')
      if (name === 'ana') expect(texts['export']).toContain('quetzalsealed')
    }
    const toAll = found.get('stranger')
    for (const [name, reads] of found)
      for (const [word, operations] of reads) {
        const known = word === 'quetzalmember' ? (toAll?.get(word) ?? []) : []
        const own = operations.filter((operation) => !known.includes(operation))
        if (!canaries[word]?.includes(name) && name !== 'administrator') expect(own, `${name}: ${word}`).toEqual([])
        // The walk finds each word where it may be read, or it would prove nothing.
        if (canaries[word]?.includes(name)) expect(own, `${name}: ${word}`).not.toEqual([])
      }
    // Administrators read the list of people, and nothing else of these.
    const administered = found.get('administrator') ?? new Map<string, string[]>()
    for (const word of words.filter((one) => one !== 'quetzalmember')) expect(administered.get(word), word).toEqual([])

    const paths = ['/p', '/p/feed.atom', '/p/feed.json', '/sitemap.xml', '/robots.txt', `/p/${world.params.id}`]
    const pages = (await Promise.all([...paths, `/t/${heldID}`].map(visit))).join('\n')
    expect(pages).toContain(people.owner.username)
    const backup = await readBackup()
    const secret = Buffer.from('quetzalpayout')
    for (const text of [secret.toString(), secret.toString('hex'), secret.toString('base64').slice(0, -4)])
      expect(backup).not.toContain(text)
    for (const word of words) {
      expect(pages, word).not.toContain(word)
      expect(
        log.filter((line) => line.includes(word)),
        word,
      ).toEqual([])
      // A backup is whole; who has it reads all but what is sealed.
      expect([word, backup.includes(word)]).toEqual([word, word !== 'quetzalpayout'])
    }
    // Webhooks send the rows of the feed of events above.
  },
)
