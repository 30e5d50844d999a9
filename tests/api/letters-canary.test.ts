import { expect, test } from 'vitest'
import { createMembership, createPerson, createProject, createUser } from '../support/factories.ts'
import { readsThatHold } from '../support/read-walk.ts'
import { testApp } from '../support/server.ts'

const server = testApp()

const CANARY = 'quetzalcanary'

test(
  '[LETTER-20] no member, no other applicant and no stranger finds a letter, an answer or its thread in any answer',
  { timeout: 60_000 },
  async () => {
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
    const readBy = (accessToken: string) => readsThatHold(server, accessToken, CANARY, { ids, usernames })
    for (const { accessToken } of people) expect(await readBy(accessToken)).toEqual([])
    // The walk finds it where it may be read, or it would prove nothing.
    const { accessToken } = await createUser(server)
    expect(await readBy(accessToken)).toEqual([])
    await createMembership(server, project.id, stranger.user.id, 'admin')
    expect(await readBy(stranger.accessToken)).toEqual(expect.arrayContaining(['requests.get', 'requests.comments']))
  },
)
