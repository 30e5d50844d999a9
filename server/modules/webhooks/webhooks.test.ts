import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/settings/config.ts'
import { unseal } from '#server/settings/sealing.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { startTestApp, testApp } from '#support/server.ts'
import { openSession } from '../auth/sessions.ts'

const ADDRESS = 'https://ci.example.org/hook?key=canary-of-an-address'
const server = testApp({ config: { webhookTargets: { build: ADDRESS, chat: 'https://chat.example.org/' } } })
const kinds: ('task.moved' | 'task.created')[] = ['task.moved', 'task.created']

const team = async () => {
  const [owner, admin, member, stranger] = await Promise.all([1, 2, 3, 4].map(() => createPerson(server)))
  if (!owner || !admin || !member || !stranger) throw new Error('Four people.')
  const { id } = await createProject(server, owner.id)
  await createMembership(server, id, admin.id, 'admin')
  await createMembership(server, id, member.id)
  return { owner, admin, member, stranger, params: { id } }
}

const targetsOf = (text: string) =>
  loadConfig(['--data-dir', '/nowhere'], { GUILDHALL_WEBHOOK_TARGETS: text }).config.webhookTargets

test('[FEED-05] targets are named by the operator; what is no such list stops the start with a sentence', () => {
  expect(loadConfig(['--data-dir', '/nowhere'], {}).config.webhookTargets).toEqual({})
  expect(targetsOf(`build=${ADDRESS}, chat=https://chat.example.org/`)).toEqual({
    build: ADDRESS,
    chat: 'https://chat.example.org/',
  })
  const many = (count: number) => Array.from({ length: count }, (_, at) => `t${at}=https://example.org/${at}`).join(',')
  expect(Object.keys(targetsOf(many(20)))).toHaveLength(20)
  for (const wrong of [
    'build=http://ci.example.org/hook',
    'build',
    'https://ci.example.org',
    'Build=https://ci.example.org',
    'build=https://me:secret@ci.example.org',
    'build=https://a.example.org,build=https://b.example.org',
    many(21),
  ])
    expect(() => targetsOf(wrong), wrong).toThrow(/GUILDHALL_WEBHOOK_TARGETS must be at most 20 texts like build=https/)
})

test('[FEED-05] without targets there is nothing to choose, and webhooks is not listed', async () => {
  const without = await startTestApp({ url: server.databaseUrl, clock: server.clock, config: { webhookTargets: {} } })
  const { owner, params } = await team()
  const { accessToken } = await openSession(server.deps, server.db, owner.id)
  const api = without.client(accessToken)
  expect((await api.webhooks.list({ params })).targets).toEqual([])
  await expect(api.webhooks.add({ params, body: { target: 'build', kinds } })).rejects.toEqual(refused(422))
  expect((await api.capabilities.list({})).data).not.toContain('webhooks')
  await without.close()
  expect((await owner.api.capabilities.list({})).data).toContain('webhooks')
})

test('[FEED-06] owners add and remove by a name alone; an admin gets 403, a stranger 404; no answer has the address', async () => {
  const { owner, admin, member, stranger, params } = await team()
  const texts: string[] = []
  const noted = async <T>(answer: Promise<T>): Promise<T> => {
    const got = await answer
    texts.push(JSON.stringify(got))
    return got
  }
  for (const target of ['https://evil.example/x', 'nowhere', ADDRESS, 'toString'])
    await expect(owner.api.webhooks.add({ params, body: { target: target.slice(0, 40), kinds } })).rejects.toEqual(
      refused(422),
    )
  const body = { target: 'build', kinds }
  for (const [who, status] of [
    [admin, 403],
    [member, 403],
    [stranger, 404],
  ] as const) {
    await expect(who.api.webhooks.add({ params, body })).rejects.toEqual(refused(status))
    await expect(who.api.webhooks.list({ params })).rejects.toEqual(refused(status))
    await expect(who.api.webhooks.remove({ params: { ...params, target: 'build' } })).rejects.toEqual(refused(status))
  }
  const { data } = await noted(owner.api.webhooks.add({ params, body }))
  expect(data).toMatchObject({ target: 'build', kinds, state: 'active', secrets: 1 })
  await expect(owner.api.webhooks.add({ params, body })).rejects.toEqual(refused(409))
  const listed = await noted(owner.api.webhooks.list({ params }))
  expect(listed.targets).toEqual(['build', 'chat'])
  expect(listed.data.map(({ id }) => id)).toEqual([data.id])
  await noted(owner.api.webhooks.remove({ params: { ...params, target: 'build' } }))
  expect((await owner.api.webhooks.list({ params })).data).toEqual([])
  expect(texts.join()).not.toContain('ci.example.org')
})

test('[FEED-07] a secret is answered once, kept sealed, and in no later answer or export', async () => {
  const { owner, params } = await team()
  const { data } = await owner.api.webhooks.add({ params, body: { target: 'build', kinds } })
  expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const [row] = await server.db.selectFrom('webhook_secrets').selectAll().where('webhook_id', '=', data.id).execute()
  if (!row) throw new Error('There is no secret.')
  expect(row.sealed.toString('latin1')).not.toContain(data.secret.slice(6))
  const sealed = { sealed: row.sealed, keyID: row.key_id }
  expect((await unseal(server.deps.config, `webhook ${row.id}`, sealed)).text).toBe(data.secret)
  await expect(unseal(server.deps.config, 'webhook of another', sealed)).rejects.toThrow()
  expect(JSON.stringify(await owner.api.webhooks.list({ params }))).not.toContain('whsec_')
})

test('[FEED-08] a second secret can be made, a third answers 409 until the first is removed or a day is over', async () => {
  const { owner, params } = await team()
  const target = { params: { ...params, target: 'chat' } }
  const { data } = await owner.api.webhooks.add({ params, body: { target: 'chat', kinds } })
  const secrets = async () => (await owner.api.webhooks.list({ params })).data[0]?.secrets
  await expect(owner.api.webhooks.dropSecret(target)).rejects.toEqual(refused(409))
  const { data: second } = await owner.api.webhooks.makeSecret({ ...target, body: {} })
  expect(second.secret).not.toBe(data.secret)
  expect(await secrets()).toBe(2)
  await expect(owner.api.webhooks.makeSecret({ ...target, body: {} })).rejects.toEqual(refused(409))
  await owner.api.webhooks.dropSecret(target)
  expect(await secrets()).toBe(1)
  await owner.api.webhooks.makeSecret({ ...target, body: {} })
  expect(await secrets()).toBe(2)
  // As if the day had passed, since a session does not last as long.
  await sql`update webhook_secrets set ends_at = now() - interval '1 second' where ends_at is not null`.execute(
    server.db,
  )
  expect(await secrets()).toBe(1)
  await owner.api.webhooks.makeSecret({ ...target, body: {} })
  expect(await secrets()).toBe(2)
})

test('[FEED-18] adding and removing are written by the target’s name, without secret and address', async () => {
  const { owner, params } = await team()
  const { data } = await owner.api.webhooks.add({ params, body: { target: 'build', kinds } })
  await owner.api.webhooks.remove({ params: { ...params, target: 'build' } })
  const { rows } = await sql<{ kind: string; data: object }>`
    select kind, data from events where project_id = ${params.id} and kind like 'webhook.%' order by xid, id`.execute(
    server.db,
  )
  const about = { webhookID: data.id, target: 'build' }
  expect(rows).toEqual([
    { kind: 'webhook.made', data: about },
    { kind: 'webhook.removed', data: about },
  ])
})
