import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type EndpointDef, operations } from '../../shared/contract/index.ts'
import { createMembership, createPerson, createProject, createUser } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const CANARY = 'quetzalcanary'

/** The values that each field of a query is tried with: each of an enum, words for a search; all else is left out. */
const valuesOf = (name: string, field: z.core.JSONSchema.BaseSchema): string[] => {
  if (field.enum) return field.enum.map(String)
  return ['q', 'query', 'search', 'usernames'].includes(name) ? [CANARY] : []
}
const queriesOf = ({ query }: EndpointDef): Record<string, string>[] => {
  const { properties = {} } = query ? z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) : {}
  return Object.entries(properties).reduce<Record<string, string>[]>(
    (all, [name, field]) => {
      const values = typeof field === 'object' ? valuesOf(name, field) : []
      return values.length === 0 ? all : all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
    },
    [{}],
  )
}
/** The addresses of a call, with each of the IDs in place of each parameter that names a thing. */
const addressesOf = ({ path }: EndpointDef, ids: readonly string[], usernames: readonly string[]): string[] =>
  (path.match(/:\w+/g) ?? []).reduce<string[]>(
    (all, name) => {
      const values = /username$/.test(name) ? usernames : /query/.test(name) ? [CANARY] : /id$/i.test(name) ? ids : ['1'] // prettier-ignore
      return all.flatMap((one) => values.map((value) => one.replace(name, value)))
    },
    [path],
  )

test('[LETTER-20] no member, no other applicant and no stranger finds a letter, an answer or its thread in any answer', async () => {
  const owner = await createPerson(server)
  const people = await Promise.all(Array.from({ length: 3 }, () => createUser(server)))
  const [member, other, stranger] = people
  if (!member || !other || !stranger) throw new Error('Three people.')
  const applicant = await createPerson(server)
  const project = await createProject(server, owner.id)
  const params = { id: project.id }
  await createMembership(server, project.id, member.user.id)
  const question = { text: 'Which birds?', kind: 'short' as const, isRequired: true }
  await owner.api.projects.update({ params, body: { questions: [question] } })
  const said = (text: string) => ({ letter: text, answers: [{ question: question.text, answer: text }] })
  const { data: access } = await applicant.api.projects.apply({ params, body: said(CANARY) })
  await server.client(other.accessToken).projects.apply({ params, body: said('Mine') })
  const requestID = access.requestId ?? ''
  const thread = { id: requestID }
  await owner.api.requests.see({ params: thread, body: {} })
  const text = `${CANARY} @${member.user.username}`
  const body = { body: text, idempotencyKey: 'one and the same' }
  const { data: comment } = await applicant.api.requests.comment({ params: thread, body })
  const { data: task } = await owner.api.tasks.create({
    body: { projectID: project.id, title: 'Count', description: 'Birds.', assignedToID: member.user.id },
  })

  const ids = [project.id, requestID, comment.id, task.id, applicant.id]
  const usernames = [applicant.username, owner.username]
  const reads = operations.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.transfer !== 'stream')
  const readBy = async (accessToken: string): Promise<string[]> => {
    const found: string[] = []
    for (const { operation, endpoint } of reads)
      for (const address of addressesOf(endpoint, ids, usernames))
        for (const query of queriesOf(endpoint)) {
          const headers = { authorization: `Bearer ${accessToken}` }
          const answer = await server.app.inject({ url: `/api${address}`, query, headers })
          // What was searched for is said again by a refusal of it.
          if (answer.statusCode < 400 && answer.body.includes(CANARY)) found.push(operation)
        }
    return [...new Set(found)]
  }
  for (const { accessToken } of people) expect(await readBy(accessToken)).toEqual([])
  // The walk finds it where it may be read, or it would prove nothing.
  const { accessToken } = await createUser(server)
  expect(await readBy(accessToken)).toEqual([])
  await createMembership(server, project.id, stranger.user.id, 'admin')
  expect(await readBy(stranger.accessToken)).toEqual(expect.arrayContaining(['requests.get', 'requests.comments']))
})
