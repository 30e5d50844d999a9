import { expect, test } from 'vitest'
import { createPerson, createProject, TEST_PASSWORD } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { loadConfig } from '../settings/config.ts'
import { resealPayouts } from '../modules/payout/service.ts'
import { reseal } from './payout.ts'

const OLD = 'the secret of before, long enough to seal with'
const NEW = 'the secret of now, long enough to seal with'
const server = testApp({ config: { secret: OLD, webhookTargets: { build: 'https://build.example.org/hook' } } })

type Person = Awaited<ReturnType<typeof createPerson>>
const keep = (who: Person, details: string) =>
  who.api.payout.set({
    body: { method: 'bank', details, receiptName: '', receiptAddress: '', password: TEST_PASSWORD },
  })
const configOf = (env: Record<string, string>) => loadConfig([], { DATABASE_URL: server.databaseUrl, ...env }).config
const seals = async () =>
  new Map(
    (await server.db.selectFrom('payout_details').select(['user_id', 'key_id']).execute()).map((row) => [
      row.user_id,
      row.key_id,
    ]),
  )

test('[PAYOUT-20] all details are sealed under the new key, again after a kill, and those that do not open are named', async () => {
  const [ana, ben, lost] = [await createPerson(server), await createPerson(server), await createPerson(server)]
  for (const who of [ana, ben, lost]) await keep(who, `details of ${who.username}`)
  await server.db
    .updateTable('payout_details')
    .set({ key_id: 'a key of long ago' })
    .where('user_id', '=', lost.id)
    .execute()
  const before = await seals()
  const config = configOf({ GUILDHALL_SECRET: NEW, GUILDHALL_OLD_SECRET: OLD })
  // Killed behind the first of them: each is a statement of its own.
  let left = 1
  const killed = new Proxy(server.db, {
    get: (target, name) => {
      if (name === 'updateTable' && left-- <= 0) throw new Error('killed')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  await expect(resealPayouts({ db: killed, config: { ...server.deps.config, ...config } })).rejects.toThrow('killed')
  const half = await seals()
  expect([ana, ben].filter(({ id }) => half.get(id) !== before.get(id))).toHaveLength(1)
  const outcome = await reseal({ config })
  expect(outcome).toMatchObject({
    code: 1,
    says: expect.stringContaining(`${lost.username} <${lost.email}>`) as unknown,
  })
  expect(outcome.says).toContain('1 person')
  const after = await seals()
  expect(after.get(ana.id)).toBe(after.get(ben.id))
  expect(after.get(ana.id)).not.toBe(before.get(ana.id))
  expect(after.get(lost.id)).toBe('a key of long ago')
  expect((await reseal({ config })).says).toContain('0 people')
  // The new secret alone opens them.
  const only = { ...server.deps.config, ...configOf({ GUILDHALL_SECRET: NEW }) }
  expect(await resealPayouts({ db: server.db, config: only })).toMatchObject({ sealed: 0, unopened: [{}] })
})

test('[PAYOUT-20] without a place for a key it says which setting is missing', async () => {
  await expect(reseal({ config: configOf({}) })).rejects.toThrow('GUILDHALL_SECRET')
})

test('[FEED-07] the secrets of webhooks are sealed under the new key, too, and those that do not open are named', async () => {
  const owner = await createPerson(server)
  const add = async () => {
    const { id } = await createProject(server, owner.id)
    await owner.api.webhooks.add({ params: { id }, body: { target: 'build', kinds: ['task.created'] } })
    return id
  }
  const [kept, lost] = [await add(), await add()]
  const keyOf = (projectID: string) =>
    server.db
      .selectFrom('webhook_secrets as s')
      .innerJoin('webhooks as w', 'w.id', 's.webhook_id')
      .where('w.project_id', '=', projectID)
      .select(['s.id', 's.key_id'])
      .executeTakeFirstOrThrow()
  const before = await keyOf(kept)
  const { id } = await keyOf(lost)
  await server.db.updateTable('webhook_secrets').set({ key_id: 'a key of long ago' }).where('id', '=', id).execute()
  const { says, code } = await reseal({ config: configOf({ GUILDHALL_SECRET: NEW, GUILDHALL_OLD_SECRET: OLD }) })
  expect((await keyOf(kept)).key_id).not.toBe(before.key_id)
  expect(code).toBe(1)
  expect(says).toContain('Secrets of webhooks were sealed anew: 1.')
  expect(says).toContain(`webhook build of project ${lost}`)
  expect(says).not.toContain(`webhook build of project ${kept}`)
})
