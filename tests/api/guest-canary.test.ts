import { beforeEach, expect, test } from 'vitest'
import { openSession } from '#server/modules/auth/sessions.ts'
import { notifyFollowers } from '#server/modules/notifications/followers.ts'
import { gatherNoticeMails } from '#server/modules/notifications/gather-mails.ts'
import { createMembership, createProject, createUser, unique } from '../support/factories.ts'
import { followStream } from '../support/follow-stream.ts'
import { readsThatHold } from '../support/read-walk.ts'
import { testApp } from '../support/server.ts'
import { unzip } from '../support/unzip.ts'

const server = testApp({ keepsFiles: true })

/** In texts from before the offer, and in all else of the project; the name of the member who wrote nothing is a word like these. */
const [BEFORE, ELSEWHERE] = ['quetzalbefore', 'quetzalelsewhere']

const create = async (options: object = {}) => {
  const { user, accessToken } = await createUser(server, options)
  return { ...user, accessToken, api: server.client(accessToken) }
}
type Person = Awaited<ReturnType<typeof create>>

/** A task that a guest holds, in a project where everything else has a word that the guest must not read. */
const createWorld = async () => {
  const word = unique('quetzalsilent')
  const owner = await create({ name: 'Marta' })
  const [writer, silent, guest, stranger] = [
    await create({ name: 'Wim' }),
    await create({ username: word, name: word, email: `${word}@example.org` }),
    await create({ name: 'Gus' }),
    await create(),
  ]
  const { id: projectID } = await createProject(server, owner.id, { title: 'Counting birds' })
  const params = { id: projectID }
  for (const { id } of [writer, silent]) await createMembership(server, projectID, id)
  const { data: label } = await owner.api.labels.create({ params, body: { name: ELSEWHERE, colour: 'teal' } })
  await owner.api.templates.create({ params, body: { name: ELSEWHERE, title: ELSEWHERE, description: ELSEWHERE } })
  await owner.api.stages.replace({ params, body: { version: 0, stages: [{ name: ELSEWHERE, status: 2 }] } })
  await owner.api.files.upload({ params }, { file: new File([ELSEWHERE], `${ELSEWHERE}.txt`) })
  const add = async (title: string, more: object = {}) =>
    (await owner.api.tasks.create({ body: { projectID, title, description: title, ...more } })).data.id
  const other = await add(ELSEWHERE, { assignedToID: silent.id })
  const body = { projectID, title: BEFORE, description: BEFORE }
  const { data: task } = await silent.api.tasks.create({ body })
  const taskID = task.id
  const edit = (body: object) => owner.api.tasks.update({ params: { id: taskID }, body })
  await say(owner, taskID, BEFORE)
  await edit({ title: 'Draw the map', description: 'In two colours.', labelIDs: [label.id], blockedByIDs: [other] })
  await edit({ assignedToID: silent.id })
  await edit({ assignedToID: null })
  server.clock.advance(1)
  await owner.api.offers.set({ params: { id: taskID }, body: { amountCents: 0, mode: 'claim' } })
  const { data: held } = await guest.api.claims.take({
    params: { id: taskID },
    body: { idempotencyKey: unique('claim-key-') },
  })
  return { owner, writer, silent, guest, stranger, projectID, other, taskID, held }
}
const say = async (who: Person, taskID: string, body: string) =>
  (await who.api.comments.create({ params: { id: taskID }, body: { body, idempotencyKey: unique('words-') } })).data

let world: Awaited<ReturnType<typeof createWorld>>
beforeEach(async () => {
  world = await createWorld()
})

/** The silent member changes the task in every way that leaves no words. */
const actInSilence = async ({ silent, owner, taskID }: typeof world) => {
  const params = { id: taskID }
  await silent.api.tasks.update({ params, body: { priority: 'high', dueOn: '2030-12-24' } }).catch(() => undefined)
  await silent.api.tasks.update({ params, body: { title: 'Draw the large map' } })
  await silent.api.notifications.follow({ params, body: {} })
  const { id } = await say(silent, taskID, 'Taken back at once.')
  await silent.api.comments.remove({ params: { id } })
  await say(owner, taskID, `Ask @${silent.username.slice(0, 3)}.`)
}

test(
  '[GUEST-04] [GUEST-10] [GUEST-22] no read of the contract tells a guest more of the project than a stranger',
  { timeout: 300_000 },
  async () => {
    const { owner, writer, silent, guest, stranger, projectID, other, taskID, held } = world
    await actInSilence(world)
    await say(writer, taskID, 'In which colours?')
    const named = {
      ids: [projectID, other, taskID, held.id, owner.id, silent.id, guest.id],
      usernames: [owner.username, guest.username],
    }
    for (const word of [BEFORE, ELSEWHERE, silent.username, silent.id]) {
      const reads = await readsThatHold(server, guest.accessToken, word, named)
      const toAll = await readsThatHold(server, stranger.accessToken, word, named)
      expect(
        reads.filter((read) => !toAll.includes(read)),
        word,
      ).toEqual([])
    }
    // The walk finds them where they may be read, or it would prove nothing.
    const found = await readsThatHold(server, owner.accessToken, silent.username, named)
    expect(found).toEqual(expect.arrayContaining(['comments.feed', 'tasks.get']))
    const own = await readsThatHold(server, guest.accessToken, 'In which colours?', named)
    expect(own).toEqual(expect.arrayContaining(['comments.feed', 'comments.list']))
  },
)

test(
  '[GUEST-22] no frame, notice, mail or export names a member who wrote nothing, or has a word from before',
  { timeout: 60_000 },
  async () => {
    const { guest, silent, owner, taskID, other } = world
    const stream = await followStream(server, guest.accessToken)
    await expect.poll(() => stream.names).toContain('ready')
    await actInSilence(world)
    await silent.api.tasks.update({ params: { id: other }, body: { status: 2 } })
    await say(owner, other, ELSEWHERE)
    await say(owner, taskID, 'The last word.')
    await expect.poll(() => stream.kinds().filter((kind) => kind === 'comment.added').length).toBeGreaterThanOrEqual(3)
    const frames = stream.frames.filter(({ kind }) => kind !== 'notices.changed')
    expect(new Set(frames.map((frame) => frame.taskID))).toEqual(new Set([taskID]))
    for (const { task, actorID, subjectID } of frames)
      expect([task, [null, guest.id].includes(actorID), [null, guest.id].includes(subjectID)]).toEqual([
        null,
        true,
        true,
      ])
    await notifyFollowers(server)
    const notices = JSON.stringify((await guest.api.notifications.list({ query: { view: 'following' } })).data)
    const direct = JSON.stringify((await guest.api.notifications.list({ query: {} })).data)
    expect(direct + notices).toContain(taskID)
    server.clock.advance(24 * 3600)
    await gatherNoticeMails(server)
    const mails = JSON.stringify(await server.mails(guest.email))
    expect(mails).toContain('Draw the large map')
    // The session is a day old by now.
    const { accessToken } = await openSession(server.deps, server.db, guest.id)
    const { data } = await server.client(accessToken).ownData.askExport({ body: {} })
    await server.deps.background.idle()
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await fetch(`${server.origin}/api/users/export/${data.id}/file`, { headers })
    const copy =
      unzip(Buffer.from(await answer.arrayBuffer()))
        .get('data.json')
        ?.toString() ?? ''
    expect(copy).toContain(guest.username)
    for (const text of [JSON.stringify(frames), notices, direct, mails, copy])
      for (const word of [BEFORE, ELSEWHERE, silent.username, silent.id]) expect(text).not.toContain(word)
  },
)

test('[GUEST-13] the stream of somebody who has lost the task carries nothing more of it', async () => {
  const { owner, taskID, guest, ...rest } = await createOther()
  const streams = await Promise.all([owner, guest].map(({ accessToken }) => followStream(server, accessToken)))
  const [theirs, own] = streams
  await expect.poll(() => streams.every(({ names }) => names.includes('ready'))).toBe(true)
  await say(owner, taskID, 'Before the end.')
  await expect.poll(() => own?.kinds()).toContain('comment.added')
  await owner.api.claims.takeBack({ params: { id: rest.held.id }, body: { reason: 'No answer.' } })
  await expect.poll(() => own?.kinds()).toContain('claim.takenBack')
  const { id } = await say(owner, taskID, 'After the end.')
  await owner.api.comments.remove({ params: { id } })
  await expect.poll(() => theirs?.kinds()).toContain('comment.deleted')
  const end = own?.kinds().indexOf('claim.takenBack') ?? -1
  expect(
    own
      ?.kinds()
      .slice(end + 1)
      .filter((kind) => kind !== 'notices.changed'),
  ).toEqual([])
})
const createOther = async () => {
  const [owner, guest] = [await create(), await create()]
  const { id: projectID } = await createProject(server, owner.id)
  const body = { projectID, title: 'Count', description: 'Birds.' }
  const { id: taskID } = (await owner.api.tasks.create({ body })).data
  await owner.api.offers.set({ params: { id: taskID }, body: { amountCents: 0, mode: 'claim' } })
  const params = { id: taskID }
  const { data: held } = await guest.api.claims.take({ params, body: { idempotencyKey: unique('claim-key-') } })
  return { owner, guest, taskID, held }
}
