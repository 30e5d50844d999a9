import { describe, expect, test } from 'vitest'
import {
  defaultNotificationSettings,
  type NoticeGroup,
  noticeGroups,
  type NotificationSettings,
} from '#shared/contract/notifications.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { allMailsNow, mailsNow, tellAll } from '#support/inbox.ts'
import { createTestClock, testApp } from '#support/server.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { openSession } from '../auth/sessions.ts'
import { gatherNoticeMails } from './gather-mails.ts'
import { digestMoments } from './mail-times.ts'
import { changeSettings } from './service.ts'
import { findSettings } from './settings-repository.ts'

const clock = createTestClock()
const server = testApp({ clock })

type Person = Awaited<ReturnType<typeof createPerson>>
const MINUTE = 60
const mails = async ({ email }: Pick<Person, 'email'>) => mailsNow(server, email)
const kinds = async (person: Person) => (await mails(person)).map(({ kind }) => kind)
const choose = async (
  { id }: Pick<Person, 'id'>,
  groups: Partial<Record<NoticeGroup, 'now' | 'digest' | 'off'>>,
  more: Partial<NotificationSettings> = {},
) => {
  const chosen = Object.fromEntries(
    noticeGroups.map((group) => {
      const usual = defaultNotificationSettings.groups[group]
      return [group, { ...usual, mail: groups[group] ?? usual.mail }]
    }),
  ) as NotificationSettings['groups']
  const viewer = { userID: id } as Viewer
  const body = { ...defaultNotificationSettings, groups: chosen, ...more }
  await changeSettings(server.deps, viewer, { body })
}
/** Access tokens are good for a quarter of an hour, and these clocks run fast. */
const signIn = async (person: Person) => {
  person.api = server.client((await openSession(server.deps, server.db, person.id)).accessToken)
}
const advanceTo = (moment: Date) => clock.advance((moment.getTime() - clock.now().getTime()) / 1000)

const team = async () => {
  const [owner, member] = await Promise.all([createPerson(server, { name: 'Ada Byron' }), createPerson(server)])
  const project = await createProject(server, owner.id, { title: unique('Tides ') })
  await createMembership(server, project.id, member.id)
  const params = { id: project.id }
  const pay = (by = owner, userID = member.id) =>
    by.api.payments.create({
      params,
      body: { userID, amountCents: 500, currency: 'USD', idempotencyKey: unique('payment-key-') },
    })
  const apply = async () => {
    const applicant = await createPerson(server)
    await applicant.api.projects.apply({ params, body: {} })
    return applicant
  }
  const remove = () => owner.api.memberships.remove({ params: { ...params, userId: member.id } })
  return { owner, member, project, params, pay, apply, remove }
}

describe('a mail ‘now’', () => {
  test('[INBOX-53] leaves ten minutes after the event, with all else that is due, and once', async () => {
    const { owner, apply, project } = await team()
    const [first, second] = [await apply(), await apply()]
    clock.advance(5 * MINUTE)
    const third = await apply()
    clock.advance(5 * MINUTE - 20)
    expect(await mails(owner)).toEqual([])
    clock.advance(20)
    const [mail, ...others] = await mails(owner)
    expect(others).toEqual([])
    expect(mail?.text).toContain(`${first.username} applied to “${project.title}”.`)
    expect(mail?.text).toContain(second.username)
    expect(mail?.text).not.toContain(third.username)
    expect(mail).toMatchObject({ kind: 'notices', subject: expect.stringContaining('2 new notices') as string })
    clock.advance(5 * MINUTE)
    const [next, ...before] = await mails(owner)
    expect(before).toHaveLength(1)
    expect(next?.subject).toBe(`${third.username} applied to ${'“'}${project.title}${'”'}`)
    expect(next?.text).toContain(`/project/${project.id}/collaborators`)
    clock.advance(60 * MINUTE)
    expect(await mails(owner)).toHaveLength(2)
  })

  test('[INBOX-19] names each deleted task, and counts those of an import that was undone', async () => {
    const { owner, member, project, params } = await team()
    await choose(member, { following: 'now', direct: 'off' })
    const task = { description: 'Work.', assignedToID: member.id }
    for (const title of ['Draw', 'Paint']) {
      const { data } = await owner.api.tasks.create({ body: { ...task, title, projectID: project.id } })
      await owner.api.tasks.remove({ params: { id: data.id } })
    }
    const tasks = [1, 2, 3].map((n) => ({ ...task, title: `Dot ${n}`, status: 1 }))
    const { data } = await owner.api.imports.create({ params, body: { idempotencyKey: 'dots', source: 'csv', tasks } })
    await owner.api.imports.undo({ params: { ...params, importID: data.id } })
    await tellAll(server)
    clock.advance(10 * MINUTE)
    const [mail] = await mails(member)
    for (const what of ['the task “Draw” in', 'the task “Paint” in', '3 tasks in'])
      expect(mail?.text).toContain(`${owner.username}) deleted ${what} “${project.title}”.`)
  })

  test('[INBOX-53] about something that was read, done or put off before is not sent, and what came since then is', async () => {
    const { owner, member, pay } = await team()
    for (const as of ['read', 'done', 'snoozed'] as const) {
      await Promise.all([signIn(owner), signIn(member)])
      await pay()
      const [notice] = (await member.api.notifications.list({ query: {} })).data
      const until = new Date(clock.now().getTime() + 60_000).toISOString()
      await member.api.notifications.mark({
        body: { ids: [notice?.id ?? ''], as, ...(as === 'snoozed' && { until }) },
      })
      clock.advance(11 * MINUTE)
      expect(await mails(member), as).toEqual([])
    }
    await signIn(owner)
    await pay()
    clock.advance(10 * MINUTE)
    expect((await mails(member))[0]?.text).toContain('recorded a payment to you')
    expect((await mails(member))[0]?.text).not.toContain('new)')
  })

  test('[INBOX-53] of several events of one notice tells of the last and counts them', async () => {
    const { member, pay } = await team()
    for (let n = 0; n < 3; n++) await pay()
    clock.advance(10 * MINUTE)
    expect((await mails(member))[0]?.text).toContain('Ada Byron (@')
    expect((await mails(member))[0]?.text).toMatch(/recorded a payment to you in “Tides [^”]+” \(3 new\)\.\n/)
  })

  test('[INBOX-27] is not sent to somebody who has lost access meanwhile, not even at the last moment', async () => {
    const { member, pay, remove, project } = await team()
    await pay()
    clock.advance(10 * MINUTE)
    // The job is there, and the mail not yet composed.
    await gatherNoticeMails(server.deps)
    await remove()
    expect(await mails(member)).toEqual([])
    clock.advance(10 * MINUTE)
    const [end, ...others] = await mails(member)
    expect(others).toEqual([])
    expect(end?.subject).toContain(`removed you from “${project.title}”`)
  })

  test('[INBOX-27] is not sent where the notice was read between its job and its sending, or the group was switched off', async () => {
    const { owner, member, pay, apply } = await team()
    await pay()
    await apply()
    clock.advance(10 * MINUTE)
    await gatherNoticeMails(server.deps)
    await server.db
      .updateTable('notifications')
      .set({ read_at: clock.now() })
      .where('user_id', '=', member.id)
      .execute()
    await choose(owner, { requests: 'off' })
    expect([await mails(member), await mails(owner)]).toEqual([[], []])
  })

  test('follows what is chosen while it waits', async () => {
    const { member, pay } = await team()
    // Half a day away, so that the digest does not come while the test waits, whatever the time of day.
    const digestHour = (clock.now().getUTCHours() + 12) % 24
    await choose(member, { money: 'digest' }, { digestHour })
    await pay()
    clock.advance(20 * MINUTE)
    expect(await mails(member)).toEqual([])
    await choose(member, { money: 'now' }, { digestHour })
    expect(await kinds(member)).toEqual(['notices'])
  })

  test('about what gathered while there was no mail server is not sent a week later', async () => {
    const { member, pay } = await team()
    await pay()
    clock.advance(8 * 24 * 60 * MINUTE)
    expect(await mails(member)).toEqual([])
  })

  test('leaves though something is wrong with the notices of somebody else', async () => {
    const [broken, whole] = [await team(), await team()]
    await choose(broken.member, {})
    await server.db
      .updateTable('notification_settings')
      .set({ groups: '{}' })
      .where('user_id', '=', broken.member.id)
      .execute()
    await broken.pay()
    await whole.pay()
    clock.advance(10 * MINUTE)
    await expect(gatherNoticeMails(server.deps)).rejects.toThrow()
    expect(await server.mails(whole.member.email)).toHaveLength(1)
    await server.db.deleteFrom('notifications').where('user_id', '=', broken.member.id).execute()
  })

  test('lets nobody else’s words become a paragraph or a link', async () => {
    const fake = 'Hi.\n\nOpen it:\nhttps://evil.example/'
    const owner = await createPerson(server, { name: 'Ada' })
    const member = await createPerson(server)
    const project = await createProject(server, owner.id)
    await server.db.updateTable('projects').set({ title: fake }).where('id', '=', project.id).execute()
    await server.db.updateTable('users').set({ name: fake }).where('id', '=', owner.id).execute()
    await createMembership(server, project.id, member.id)
    await owner.api.payments.create({
      params: { id: project.id },
      body: { userID: member.id, amountCents: 5, currency: 'USD', idempotencyKey: unique('payment-key-') },
    })
    clock.advance(10 * MINUTE)
    const [mail] = await mails(member)
    expect(mail?.text.split('\n\n').filter((part) => part.includes('evil'))).toHaveLength(1)
    expect(mail?.subject).not.toContain('\n')
    const page = (await server.app.inject(`/_mail/${mail?.id}`)).body
    expect(page.match(/href="[^"]*evil[^"]*"/)).toBeNull()
    // The local mailbox shows such a mail, and its links work there.
    expect(page).toContain(`/project/${project.id}/collaborators`)
    expect(page).toMatch(/href="[^"]+\/unsubscribe\?token=[^"]+"/)
  })
})

describe('the digest', () => {
  const zone = { timeZone: 'Asia/Kolkata', digestHour: 7 }

  test('[INBOX-54] leaves at the person’s own hour, with all that is unread, once a day', async () => {
    const { owner, member, pay, params } = await team()
    await choose(member, { money: 'digest', following: 'digest' }, zone)
    await pay()
    await owner.api.projects.update({ params, body: { status: 3 } })
    await tellAll(server)
    const { next } = digestMoments(clock.now(), zone)
    advanceTo(new Date(next.getTime() - 5_000))
    expect(await mails(member)).toEqual([])
    advanceTo(next)
    const [mail, ...others] = await mails(member)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'digest', subject: expect.stringContaining('Your day on') as string })
    expect(mail?.text).toContain('completed')
    // What comes later that day waits for the next one, also when an event was late in being written.
    await server.db
      .updateTable('notifications')
      .set({ mail_at: clock.now(), mail_since: new Date(0), read_at: null })
      .where('user_id', '=', member.id)
      .execute()
    for (let hours = 0; hours < 23; hours++) {
      clock.advance(60 * MINUTE)
      expect(await mails(member)).toHaveLength(1)
    }
  })

  test('[INBOX-54] is not sent when everything was read, nor on days without news', async () => {
    const { member, pay } = await team()
    await choose(member, { money: 'digest' }, zone)
    await pay()
    const { data } = await member.api.notifications.list({ query: {} })
    await member.api.notifications.mark({ body: { ids: data.map(({ id }) => id), as: 'read' } })
    for (let days = 0; days < 3; days++) {
      clock.advance(24 * 60 * MINUTE)
      expect(await mails(member)).toEqual([])
    }
  })
})

describe('ending mails', () => {
  const linksIn = (text = '') => [...text.matchAll(/https?:\S+\/unsubscribe\?\S+/g)].map(([link]) => new URL(link))
  const tokenOf = (link: URL | undefined) => link?.searchParams.get('token') ?? ''
  const settingsOf = async ({ id }: Pick<Person, 'id'>) => (await findSettings(server.db, id))?.groups

  const mailed = async () => {
    const made = await team()
    await made.pay()
    await made.pay(made.owner, made.member.id)
    await made.owner.api.memberships.setRole({
      params: { ...made.params, userId: made.member.id },
      body: { role: 'admin' },
    })
    clock.advance(10 * MINUTE)
    const [mail] = await mails(made.member)
    const links = linksIn(mail?.text)
    return { ...made, mail, links, ofGroup: (group: string) => links.find((link) => link.search.includes(group)) }
  }

  test('[INBOX-58] a link ends the mail of its group alone, without signing in, and works twice', async () => {
    const { owner, member, pay, ofGroup, links } = await mailed()
    expect(links.map((link) => link.searchParams.get('group')).sort()).toEqual(['money', 'requests'])
    const token = tokenOf(ofGroup('money'))
    const anonymous = server.client()
    const first = await anonymous.notifications.unsubscribe({ body: { token } })
    const usual = defaultNotificationSettings.groups
    const wanted = { ...usual, money: { ...usual.money, mail: 'off' } }
    expect(await settingsOf(member)).toEqual(wanted)
    expect(await anonymous.notifications.unsubscribe({ body: { token } })).toEqual(first)
    expect(await settingsOf(member)).toEqual(wanted)
    for (const unknown of [
      'x',
      'x.y',
      `${token}x`,
      `${tokenOf(ofGroup('requests')).split('.')[0]}.${token.split('.')[1]}`,
    ])
      expect(await anonymous.notifications.unsubscribe({ body: { token: unknown } })).toEqual(first)
    expect(await settingsOf(member)).toEqual(wanted)
    await signIn(owner)
    await pay()
    clock.advance(10 * MINUTE)
    expect(await mails(member)).toHaveLength(1)
  })

  test('[INBOX-57] [INBOX-58] the header’s address takes what a mail program sends, and a look at it changes nothing', async () => {
    const { member, mail } = await mailed()
    const url = new URL(mail?.unsubscribeUrl ?? '')
    const path = url.pathname + url.search
    const group = url.searchParams.get('group') as NoticeGroup
    await server.app.inject({ url: path, headers: { accept: 'text/html' } })
    expect(await settingsOf(member)).toBeUndefined()
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ] as const) {
      const answer = await server.app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': type } })
      expect([answer.statusCode, answer.body]).toEqual([200, 'These mails have ended.\n'])
      expect((await settingsOf(member))?.[group].mail).toBe('off')
      const unknown = await server.app.inject({
        method: 'POST',
        url: '/unsubscribe?token=x',
        payload,
        headers: { 'content-type': type },
      })
      expect([unknown.statusCode, unknown.body]).toEqual([200, answer.body])
    }
  })
})

describe('limits against noise', () => {
  const unread = async ({ id }: Pick<Person, 'id'>) =>
    (await server.db.selectFrom('notifications').select('id').where('user_id', '=', id).execute()).length

  test('[INBOX-59] one person’s acts cause ten mails an hour to the same person, and every notice', async () => {
    const { owner, member, params } = await team()
    for (let n = 0; n < 12; n++)
      await owner.api.tasks.create({
        body: { projectID: params.id, title: 'Draw', description: 'Work.', assignedToID: member.id },
      })
    expect(await mails(member)).toHaveLength(10)
    expect(await unread(member)).toBe(12)
    await owner.api.memberships.setRole({ params: { ...params, userId: member.id }, body: { role: 'admin' } })
    clock.advance(10 * MINUTE)
    expect(await mails(member)).toHaveLength(10)
    expect(await unread(member)).toBe(13)
    // Somebody else's acts are their own.
    const other = await createPerson(server)
    await createMembership(server, params.id, other.id, 'admin')
    await other.api.memberships.setRole({ params: { ...params, userId: member.id }, body: { role: 'member' } })
    clock.advance(10 * MINUTE)
    expect(await mails(member)).toHaveLength(11)
  })

  test('[INBOX-59] and sixty an hour altogether, those that leave at once and those that wait counted together', async () => {
    const { owner, params } = await team()
    const people = await Promise.all(Array.from({ length: 63 }, () => createPerson(server)))
    for (const [at, { id }] of people.entries()) {
      await createMembership(server, params.id, id)
      const userId = id
      if (at < 31)
        await owner.api.tasks.create({
          body: { projectID: params.id, title: 'Draw', description: 'Work.', assignedToID: id },
        })
      else await owner.api.memberships.setRole({ params: { ...params, userId }, body: { role: 'admin' } })
    }
    clock.advance(10 * MINUTE)
    await gatherNoticeMails(server.deps)
    const addresses = new Set(people.map(({ email }) => email))
    expect((await allMailsNow(server)).filter(({ to }) => addresses.has(to))).toHaveLength(60)
    expect(await Promise.all(people.map(unread))).toEqual(people.map(() => 1))
  })
})
