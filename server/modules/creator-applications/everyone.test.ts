import { expect, test } from 'vitest'
import { createPerson } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp({ config: { creators: 'everyone', creatorDays: 60 } })

test('[ENTRY-10] where everyone may be a creator, an application is approved at once, by nobody', async () => {
  const { id, api } = await createPerson(server)
  const admin = await createPerson(server, { isAdministrator: true })
  expect((await api.creatorApplications.checkStatus({})).isForEveryone).toBe(true)
  const { data } = await api.creatorApplications.apply({ body: { text: 'Maps.' } })
  expect(data).toMatchObject({ status: 1, answerBy: null })
  expect((await api.users.details({})).data.type).toBe('creator')
  const project = { title: 'A first project', description: 'Made by a new creator.' }
  expect((await api.projects.create({ body: project })).data.title).toBe(project.title)
  // There is nothing to decide, so no administrator gets a notice.
  expect((await admin.api.notifications.list({ query: {} })).data).toEqual([])
  const events = await server.db
    .selectFrom('events')
    .select(['kind', 'actor_id', 'data'])
    .where('subject_id', '=', id)
    .where('kind', 'like', 'creatorApplication.%')
    .orderBy('id')
    .execute()
  const about = { data: { creatorApplicationID: data.id } }
  expect(events).toEqual([
    { kind: 'creatorApplication.sent', actor_id: id, ...about },
    { kind: 'creatorApplication.approved', actor_id: null, ...about },
  ])
  await expect(api.creatorApplications.apply({ body: {} })).rejects.toEqual(refused(409))
})

test('[ENTRY-10] ten applications sent at once by one person make one creator and one event', async () => {
  const { id, api } = await createPerson(server)
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => api.creatorApplications.apply({ body: {} })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const approved = await server.db
    .selectFrom('events')
    .select('kind')
    .where('subject_id', '=', id)
    .where('kind', '=', 'creatorApplication.approved')
    .execute()
  expect(approved).toHaveLength(1)
})
