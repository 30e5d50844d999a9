import { beforeAll, expect, test } from 'vitest'
import { tellAll } from '#support/inbox.ts'
import { testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { demoPassword } from '#shared/rules/demo-accounts.ts'
import { noticeSentence } from '#shared/rules/notice-text.ts'
import { seedDemo } from './index.ts'

const app = testApp()
beforeAll(async () => {
  await seedDemo(app.db, app.clock)
})

test.each([
  ['admin', ['creatorApplication.sent'], []],
  ['creator', ['request.applied'], ['task.moved']],
  ['contributor', ['request.invited', 'task.assigned'], []],
])(
  'the inbox of %s@guildhall.test has unread and read notices of its own, all of which can be opened',
  async (name, kinds, followed) => {
    await tellAll(app)
    const { auth } = app.client()
    const { accessToken } = await signedIn(
      auth.login({ body: { emailID: `${name}@guildhall.test`, password: demoPassword } }),
    )
    const api = app.client(accessToken)
    const list = async (view: 'forYou' | 'following' | 'done') =>
      (await api.notifications.list({ query: { view, limit: 100 } })).data
    const forYou = await list('forYou')
    expect(forYou.length).toBeGreaterThan(1)
    expect(new Set(forYou.map(({ isUnread }) => isUnread)).size).toBe(2)
    if (kinds.includes('payment.recorded')) expect(forYou.map(({ kind }) => kind)).toContain('payment.recorded')
    const all = [...forYou, ...(await list('done'))].map(({ kind }) => kind)
    for (const kind of kinds) expect(all).toContain(kind)
    const following = (await list('following')).map(({ kind }) => kind)
    for (const kind of followed) expect(following).toContain(kind)
    for (const notice of [...forYou, ...(await list('following'))]) {
      expect(noticeSentence(notice)).not.toMatch(/Somebody|something/)
      if (notice.task) await api.tasks.get({ params: { id: notice.task.id } })
      if (notice.requestID) await api.users.request({ params: { id: notice.requestID } })
      if (notice.project) await api.projects.get({ params: { id: notice.project.id } })
    }
  },
)
