import { describe, expect, test } from 'vitest'
import { defaultNotificationSettings, noticeGroups, type NotificationSettings } from '#shared/contract/notifications.ts'
import { allMailsNow, tellAll } from '#support/inbox.ts'
import { createWorld, type Name, noticeCases, type Person, preparedText } from '#support/notice-cases.ts'
import { createTestClock, testApp } from '#support/server.ts'
import { saveSettings } from './settings-repository.ts'

const clock = createTestClock()
const server = testApp({ clock })

const DAY = 24 * 60 * 60
const SWITCHES = ['email_on_invitation', 'email_on_request_answered', 'email_on_task_assigned'] as const
/** Mails that leave at once and that no switch ends. */
const WITHOUT_SWITCH = [
  'application-decided',
  'password-changed',
  'new-device',
  'email-changed',
  'email-given-back',
  'email-left',
  'token-made',
  'two-step-on',
  'two-step-off',
  'payout-changed',
]

type Setting = { mail: 'now' | 'digest' | 'off'; hasOwnMails: boolean; inbox?: false }
const settings: Record<string, Setting> = {
  'mail now': { mail: 'now', hasOwnMails: true },
  'a digest': { mail: 'digest', hasOwnMails: true },
  'no mail': { mail: 'off', hasOwnMails: true },
  'mail now without an inbox, and the switches of release 1 off': { mail: 'now', hasOwnMails: false, inbox: false },
}

const choose = async ({ id }: Person, { mail, hasOwnMails, inbox }: Setting) => {
  const groups = Object.fromEntries(
    noticeGroups.map((group) => [
      group,
      { ...defaultNotificationSettings.groups[group], mail, ...(inbox === false && { inbox }) },
    ]),
  ) as NotificationSettings['groups']
  // Half a day away, so that it does not come while a mail 'now' is waited for.
  const digestHour = (clock.now().getUTCHours() + 12) % 24
  await saveSettings(server.db, id, { ...defaultNotificationSettings, groups, digestHour })
  const switches = Object.fromEntries(SWITCHES.map((name) => [name, hasOwnMails]))
  await server.db.updateTable('users').set(switches).where('id', '=', id).execute()
}

describe.each(Object.entries(settings))('with %s', (_name, setting) => {
  const { mail, hasOwnMails } = setting
  test.each(Object.entries(noticeCases))(
    '[INBOX-55] [INBOX-61] [INBOX-62] [SETTLE-44] exactly the right people are mailed of %s',
    async (_event, { prepare, act, told, ownMails = {} }) => {
      // Administrators of earlier worlds would be mailed too, and there is a limit on what one act may cause.
      await server.db
        .updateTable('users')
        .set({ is_administrator: false })
        .where('is_administrator', '=', true)
        .execute()
      const world = await createWorld(server)
      const people = Object.entries(world.people) as [Name, Person][]
      for (const [, person] of people) await choose(person, setting)
      const prepared = preparedText(await prepare?.(world))
      await tellAll(server)
      await allMailsNow(server)
      await server.db.deleteFrom('notifications').execute()
      const before = new Set((await allMailsNow(server)).map(({ id }) => id))

      const mailed = async () => {
        const kinds: Partial<Record<Name, string>> = {}
        const news = (await allMailsNow(server)).filter(({ id }) => !before.has(id))
        for (const [who, { email }] of people) {
          const own = news.filter(({ to }) => to === email)
          if (own.length > 0) kinds[who] = own.map(({ kind }) => kind).join()
        }
        return kinds
      }
      await act(world, prepared)
      await tellAll(server)
      const atOnce = Object.fromEntries(
        Object.entries(ownMails).filter(([, kind]) => hasOwnMails || WITHOUT_SWITCH.includes(kind)),
      )
      expect(await mailed()).toEqual(atOnce)
      clock.advance(10 * 60)
      const others = Object.keys(told).filter((who) => !(who in ownMails))
      const later = (kind: string) => ({ ...atOnce, ...Object.fromEntries(others.map((who) => [who, kind])) })
      expect(await mailed()).toEqual(mail === 'now' ? later('notices') : atOnce)
      clock.advance(DAY)
      const all = { now: later('notices'), digest: later('digest'), off: atOnce }
      expect(await mailed()).toEqual(all[mail])
      clock.advance(2 * DAY)
      expect(await mailed()).toEqual(all[mail])
    },
  )
})
