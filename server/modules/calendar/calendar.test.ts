import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { oneLine } from '#shared/contract/common.ts'
import { attackTexts } from '#support/attack-texts.ts'
import { readCalendarFile, unfolded } from '#support/calendars.ts'
import { createClaimWorld } from '#support/claims.ts'
import { createDisputeWorld } from '#support/disputes.ts'
import { createMembership, createPerson, createProject, createUser, unique } from '#support/factories.ts'
import { fillLimit } from '#support/fill-limit.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { calendarLimit } from '#server/limits/limit-table.ts'
import { calendarText } from './file.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>

const make = async ({ api }: Pick<Person, 'api'>, hideTitles = false): Promise<string> => {
  const { data } = await api.calendar.make({ body: { hideTitles } })
  expect(data.address).toMatch(new RegExp(`^${server.origin}/calendar/[\\w-]{43}\\.ics$`))
  return data.address
}
const read = async (address: string) => {
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await answer.text()
  unfolded(text)
  const { icalJs, nodeIcal } = readCalendarFile(text)
  // Only ical.js reads the text \\n as it was written.
  const sorted = (days: typeof icalJs) =>
    days
      .map((day) => ({ ...day, summary: day.summary.includes('\\') ? '' : day.summary }))
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
  expect(sorted(nodeIcal)).toEqual(sorted(icalJs))
  return icalJs
}
const summaries = async (address: string) => (await read(address)).map(({ day, summary }) => `${day} ${summary}`)
/** The days without what they are about. */
const kinds = async (person: Pick<Person, 'api'>) =>
  (await summaries(await make(person))).map((line) => line.split(':')[0])
const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10) ?? ''
const inDays = (days: number) => dayOf(new Date(server.clock.now().getTime() + days * 86_400_000))

const team = async () => {
  const [owner, member] = [await createPerson(server), await createPerson(server)]
  const project = await createProject(server, owner.id, { title: 'A bird atlas' })
  await createMembership(server, project.id, member.id)
  const add = async (title: string, more: object = {}, by = owner) =>
    (await by.api.tasks.create({ body: { projectID: project.id, title, description: 'Work.', ...more } })).data
  return { owner, member, project, add }
}

test('[FEED-14] it has one’s due days, end of hold, review, answer and pay dates as whole days, as two libraries read them', async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, params } = world
  const [addressOfAna, addressOfOwner] = [await make(ana), await make(owner)]
  const due = await world.addTask(ana, 'Draw')
  await owner.api.tasks.update({ params: { id: due }, body: { dueOn: inDays(9) } })
  const free = await world.addTask(undefined, 'Take')
  await world.offer(free, 500, { takers: 'members', leaseDays: 7 })
  await ana.api.claims.take({ params: { id: free }, body: { idempotencyKey: unique('claim-key-') } })
  const reviewed = await world.held(ana, 600, 'Show')
  await ana.api.tasks.update({ params: { id: reviewed }, body: { status: 2 } })
  await world.handIn(reviewed)
  const owed = await world.owed(ana, 700, 'Sing')
  const applicant = await createPerson(server)
  await applicant.api.projects.apply({ params: { id: params.id }, body: {} })
  const { review_by } = await server.db
    .selectFrom('submissions')
    .select('review_by')
    .where('task_id', '=', reviewed)
    .executeTakeFirstOrThrow()
  const { answer_by } = await server.db
    .selectFrom('project_requests')
    .select('answer_by')
    .where('user_id', '=', applicant.id)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ title: string }>`select title from projects where id = ${params.id}`.execute(server.db)
  const project = rows[0]?.title
  const lease = dayOf((await world.claimOf(free)).lease_until)
  const pay = dayOf((await world.claimOf(owed)).pay_by)
  const all = await read(addressOfAna)
  expect(all.map(({ day, summary }) => `${day} ${summary}`).toSorted()).toEqual(
    [
      `${inDays(9)} Due: Draw · ${project}`,
      `${lease} Yours until: Take · ${project}`,
      `${dayOf(review_by)} Review due: Show · ${project}`,
      `${pay} Payment due: Sing · ${project}`,
    ].toSorted(),
  )
  expect(all.find(({ uid }) => uid === `due-${due}@guildhall`)?.url).toBe(
    `${server.origin}/project/${params.id}/tasks/1`,
  )
  expect((await summaries(addressOfOwner)).toSorted()).toEqual(
    [
      `${dayOf(review_by)} Review: Show · ${project}`,
      `${pay} Pay: Sing · ${project}`,
      `${dayOf(answer_by)} Answer: ${project}`,
    ].toSorted(),
  )
  expect(await summaries(await make(applicant))).toEqual([`${dayOf(answer_by)} Answer due: ${project}`])
  // What is done is no day any more.
  await owner.api.tasks.update({ params: { id: due }, body: { status: 4 } })
  await world.pay(ana, owed, 700)
  expect((await read(addressOfAna)).map(({ summary }) => summary.split(':')[0]).toSorted()).toEqual([
    'Review due',
    'Yours until',
  ])
})

test('[FEED-14] [GUEST-17] a day of a guest leads to their page of the task, also once they have handed it in', async () => {
  const { offered, take, handIn, projectID } = await createClaimWorld(server)
  const guest = await createPerson(server)
  const address = await make(guest)
  const taskID = await offered()
  await take(taskID, guest)
  const page = `${server.origin}/project/${projectID}/tasks/1`
  const urls = async () => (await read(address)).map(({ uid, url }) => [uid.split('-')[0], url])
  expect(await urls()).toEqual([['lease', page]])
  await handIn(taskID, guest)
  expect(await urls()).toContainEqual(['reviewed', page])
})

test('[FEED-14] a moment is the day of the person’s own zone', async () => {
  const { member, add } = await team()
  const address = await make(member)
  const task = await add('Hold', { assignedToID: member.id })
  await sql`insert into claims (id, project_id, task_id, user_id, kind, terms, claimed_at, lease_until)
    select gen_random_uuid(), project_id, id, ${member.id}::uuid, 'claimed', '{"leaseDays":7}', now(), '2031-03-01T23:30:00Z'
    from tasks where id = ${task.id}`.execute(server.db)
  expect((await read(address)).map(({ day }) => day)).toEqual(['2031-03-01'])
  await sql`insert into notification_settings (user_id, groups, time_zone, digest_hour, hide_previews)
    values (${member.id}, '{}', 'Asia/Tokyo', 8, false)`.execute(server.db)
  expect((await read(address)).map(({ day }) => day)).toEqual(['2031-03-02'])
})

test('[FEED-14] it has nothing of what one may no longer open', async () => {
  const { owner, member, project, add } = await team()
  const address = await make(member)
  const task = await add('Draw', { assignedToID: member.id, dueOn: inDays(3) })
  await add('Not mine', { assignedToID: owner.id, dueOn: inDays(3) })
  expect(await summaries(address)).toEqual([`${inDays(3)} Due: Draw · A bird atlas`])
  const set = (table: 'tasks' | 'projects', id: string, at: Date | null) =>
    server.db.updateTable(table).set({ deleted_at: at }).where('id', '=', id).execute()
  for (const [table, id] of [
    ['tasks', task.id],
    ['projects', project.id],
  ] as const) {
    await set(table, id, new Date())
    expect(await read(address)).toEqual([])
    await set(table, id, null)
    expect(await read(address)).toHaveLength(1)
  }
  await sql`delete from memberships where user_id = ${member.id}`.execute(server.db)
  expect(await read(address)).toEqual([])
})

test('[FEED-15] IDs stay through changes, and an unchanged calendar answers 304', async () => {
  const { owner, member, add } = await team()
  const address = await make(member)
  const task = await add('Draw', { assignedToID: member.id, dueOn: inDays(3) })
  const [before] = await read(address)
  const first = await fetch(address)
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^W\/"[\w-]+"$/)
  const again = (known: string) => fetch(address, { headers: { 'if-none-match': known } })
  server.clock.advance(600)
  const same = await again(tag)
  expect([same.status, await same.text()]).toEqual([304, ''])
  await owner.api.tasks.update({ params: { id: task.id }, body: { title: 'Draw it', dueOn: inDays(5) } })
  const changed = await again(tag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(tag)
  const [after] = await read(address)
  expect(after).toMatchObject({ uid: before?.uid, day: inDays(5), summary: 'Due: Draw it · A bird atlas' })
})

test('[FEED-15] with hidden titles a summary names only the kind of day', async () => {
  const { member, add } = await team()
  const address = await make(member, true)
  const task = await add('Draw the secret', { assignedToID: member.id, dueOn: inDays(3), status: 2 })
  await member.api.submissions.create({ params: { id: task.id }, body: { idempotencyKey: unique('hand-in-') } })
  await sql`update submissions set review_by = now() where task_id = ${task.id}`.execute(server.db)
  expect((await read(address)).map(({ summary }) => summary).toSorted()).toEqual([
    'Guildhall: due day',
    'Guildhall: review',
  ])
  const text = await (await fetch(address)).text()
  expect(text).not.toMatch(/secret|bird atlas/)
  await member.api.calendar.change({ body: { hideTitles: false } })
  expect((await read(address)).map(({ summary }) => summary)).toContain('Due: Draw the secret · A bird atlas')
})

test('[FEED-16] an address is shown once and kept as a hash; a new one and its end leave none before it; a suspended person has none', async () => {
  const { user, accessToken } = await createUser(server)
  const api = server.client(accessToken)
  expect((await api.calendar.get({})).data).toBeNull()
  const first = await make({ api })
  const { data } = await api.calendar.get({})
  expect(data?.hideTitles).toBe(false)
  expect(Object.keys(data ?? {}).toSorted()).toEqual(['createdAt', 'hideTitles'])
  const token = /calendar\/(.+)\.ics$/.exec(first)?.[1] ?? ''
  const { rows } = await sql`select * from calendars where user_id = ${user.id}`.execute(server.db)
  expect(JSON.stringify(rows)).not.toContain(token)
  const second = await make({ api })
  const answerOf = async (address: string) => {
    const answer = await fetch(address)
    return `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`
  }
  const unknown = `404 text/plain; charset=utf-8 There is no such calendar.\n`
  expect(await answerOf(first)).toBe(unknown)
  const suspend = (at: Date | null) =>
    server.db
      .updateTable('users')
      .set({ suspended_at: at, suspension_reason: at && 'Spam.' })
      .where('id', '=', user.id)
      .execute()
  await suspend(new Date())
  expect(await answerOf(second)).toBe(unknown)
  await suspend(null)
  expect(await read(second)).toEqual([])
  await api.calendar.revoke({})
  await api.calendar.revoke({})
  for (const address of [second, `${server.origin}/calendar/x.ics`, `${server.origin}/calendar/${'a'.repeat(43)}.ics`])
    expect(await answerOf(address)).toBe(unknown)
  expect((await api.calendar.get({})).data).toBeNull()
})

test('[FEED-16] an address that is read very often answers 429 as a text with Retry-After, and no other one does', async () => {
  const [one, other] = [await createPerson(server), await createPerson(server)]
  const [address, beside] = [await make(one), await make(other)]
  const limit = calendarLimit(one.id)
  // Several programs that ask every minute are let through.
  expect(limit.limit / (limit.seconds / 60)).toBeGreaterThanOrEqual(10)
  await fillLimit(server, limit, limit.limit - 1)
  expect((await fetch(address)).status).toBe(200)
  const answer = await fetch(address)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toMatch(/^This calendar was read too often\. Please try again in \d+ minutes\.\n$/)
  expect((await fetch(beside)).status).toBe(200)
})

test('[FEED-16] no access token makes an address; the end of all sessions ends it', async () => {
  const person = await createPerson(server)
  const { data } = await person.api.tokens.create({
    body: { name: 'All', scopes: ['read', 'work', 'manage'], endsAt: new Date(Date.now() + 3_600_000).toISOString() },
  })
  await expect(server.client(data.token).calendar.make({ body: {} })).rejects.toMatchObject({ status: 403 })
  const address = await make(person)
  const admin = await createPerson(server, { isAdministrator: true })
  await admin.api.administration.signOut({ params: { id: person.id }, body: {} })
  expect((await fetch(address)).status).toBe(404)
  // The session that has ended makes no other one.
  await expect(person.api.calendar.make({ body: {} })).rejects.toMatchObject({ status: 401 })
})

/** Texts that would end a line, a property or the calendar, where they were not escaped and folded. */
const texts = [
  ...attackTexts,
  'Draw\r\nATTENDEE:mailto:eve@evil.example',
  'Draw\nEND:VEVENT\nEND:VCALENDAR',
  'Draw\rX-EVIL:1',
  'a;b,c\\d:e"f',
  '\\n\\,\\;\\\\',
  `${'ä'.repeat(90)} 👩‍👩‍👧‍👦${'é́'.repeat(40)}`,
  `${'x'.repeat(60)}\\${'y'.repeat(80)}`,
  'BEGIN:VALARM',
  '\u0085\u2028\u2029 \u0000',
]

test('[FEED-17] no text adds a line or a property, and each is read as one line', async () => {
  const { member, add } = await team()
  const address = await make(member)
  for (const text of texts) if (!text.includes('\u0000')) await add(text, { assignedToID: member.id, dueOn: inDays(3) })
  const answer = await (await fetch(address)).text()
  const names = (text: string) => new Set(unfolded(text).map((line) => /^[^:;]*/.exec(line)?.[0]))
  const plain = await team()
  const other = await make(plain.member)
  await plain.add('Draw', { assignedToID: plain.member.id, dueOn: inDays(3) })
  expect(names(answer)).toEqual(names(await (await fetch(other)).text()))
  expect((await read(address)).map(({ uid }) => uid)).toHaveLength(texts.length - 1)
})

test('[FEED-17] what a calendar program reads is the title, in one line', () => {
  const row = { kind: 'due', id: 'x', day: '2031-03-01', project_id: 'p', project_title: 'P', task_id: 't' } as const
  for (const title of texts) {
    const text = calendarText([{ ...row, task_number: 1, task_title: title, made_at: new Date(0) }], {
      origin: 'https://guildhall.example.org',
      hidesTitles: false,
    })
    expect(unfolded(text).filter((line) => line.startsWith('SUMMARY'))).toHaveLength(1)
    const { icalJs, nodeIcal } = readCalendarFile(text)
    for (const [event, ...others] of [icalJs, nodeIcal]) {
      expect(others).toEqual([])
      expect(event?.day).toBe('2031-03-01')
    }
    expect(icalJs[0]?.summary).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u)
    expect(icalJs[0]?.summary.startsWith(`Due: ${oneLine(title).slice(0, 60)}`)).toBe(true)
  }
})

test('[FEED-14] it has by when one answers an invitation and a proposal, and says what happened in a dispute', async () => {
  const { owner, ana, params, open, handedIn } = await createDisputeWorld(server)
  const invited = await createPerson(server)
  await owner.api.memberships.invite({ params: { id: params.id, userId: invited.id }, body: {} })
  const { answer_by } = await server.db
    .selectFrom('project_requests')
    .select('answer_by')
    .where('user_id', '=', invited.id)
    .executeTakeFirstOrThrow()
  expect(await kinds(invited)).toEqual([`${dayOf(answer_by)} Answer`])

  const proposed = await handedIn(5_000)
  const body = { amountCents: 4_000, text: 'The legend is missing.', idempotencyKey: unique('proposal-') }
  await owner.api.proposals.make({ params: { id: proposed.claimID }, body })
  expect(await kinds(ana)).toContain(`${inDays(7)} Answer the proposal`)
  expect(await kinds(owner)).toContain(`${inDays(7)} Answer due`)

  const disputed = await handedIn()
  await open(disputed.taskID)
  expect(await kinds(owner)).toContain(`${inDays(7)} Say what happened`)
  expect((await kinds(ana)).join()).not.toContain('Say what happened')
})
