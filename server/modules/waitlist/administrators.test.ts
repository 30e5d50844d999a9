import { expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { createUser, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

test('[ADM-10] an invitation moves a waitlist user from not invited to invited and sets lastInvitedAt', async () => {
  const admin = server.client((await createUser(server, { isAdministrator: true })).accessToken)
  const email = `${unique('hopeful')}@example.org`
  await server.client().waitlist.subscribe({ body: { email } })
  const entry = async () => (await admin.waitlist.list({ query: { q: email } })).data[0]
  expect(await entry()).toMatchObject({ email, isInvited: false, lastInvitedAt: null })
  const before = server.clock.now().getTime()
  await admin.waitlist.createInvitation({ body: { email } })
  const invited = await entry()
  expect(invited?.isInvited).toBe(true)
  expect(Date.parse(invited?.lastInvitedAt ?? '')).toBeGreaterThanOrEqual(before)
})

test('[ADM-19] only the flag makes an account an administrator’s, at once, and no other property does', async () => {
  const { user, accessToken } = await createUser(server, {
    accountType: 'creator',
    email: `${unique('admin')}@guildhall.test`,
  })
  const api = server.client(accessToken)
  const setFlag = (is_administrator: boolean) =>
    server.db.updateTable('users').set({ is_administrator }).where('id', '=', user.id).execute()
  await expect(api.waitlist.list({ query: {} })).rejects.toMatchObject({ status: 403 })
  await setFlag(true)
  await expect(api.waitlist.list({ query: {} })).resolves.toBeDefined()
  await setFlag(false)
  await expect(api.waitlist.list({ query: {} })).rejects.toMatchObject({ status: 403 })
})

const flags = ['isAdministrator', 'is_administrator', 'isAdmin', 'is_admin', 'admin', 'adminAccess']
const writing = operations.filter(({ endpoint }) => endpoint.body)

test.each(writing.map(({ operation, endpoint }) => [operation, endpoint] as const))(
  '[ADM-22] %s accepts no flag that would make somebody an administrator',
  async (_, endpoint) => {
    const { user, accessToken } = await createUser(server)
    const url = `/api${endpoint.path.replace(/:\w+/g, user.id)}`
    for (const flag of flags) {
      const { statusCode } = await server.app.inject({
        method: endpoint.method,
        url,
        headers: { authorization: `Bearer ${accessToken}` },
        payload: { [flag]: true },
      })
      expect([401, 403, 404, 422]).toContain(statusCode)
    }
    const row = await server.db
      .selectFrom('users')
      .select('is_administrator')
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(row).toEqual({ is_administrator: false })
  },
)
