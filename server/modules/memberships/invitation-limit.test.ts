import { expect, test } from 'vitest'
import { openSession } from '../auth/sessions.ts'
import { createCreator, createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

test('[WIRE-61] a person may send a hundred invitations an hour; the next one is refused and must wait', async () => {
  const { accessToken, user } = await createCreator(server)
  const { memberships } = server.client(accessToken)
  const { id } = await createProject(server, user.id)
  const invite = (userId: string) => memberships.invite({ params: { id, userId }, body: { role: 'member' } })
  const people = await Promise.all(Array.from({ length: 100 }, () => createPerson(server)))
  const late = await createPerson(server)
  for (const person of people) await invite(person.id)
  // Refused invitations send nothing, so they are not counted.
  await expect(invite(people[0]?.id ?? '')).rejects.toMatchObject({ status: 409 })
  await expect(invite(late.id)).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  const { data } = await memberships.requests({ params: { id }, query: { type: 'sent' } })
  expect(data).toHaveLength(100)
  server.clock.advance(3600)
  const { accessToken: fresh } = await openSession(server.deps, server.db, user.id)
  const later = server.client(fresh).memberships.invite({ params: { id, userId: late.id }, body: { role: 'member' } })
  await expect(later).resolves.toMatchObject({ data: { status: 0 } })
})
