import { expect, test } from 'vitest'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { mailsNow } from '#support/inbox.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const commented = async (text: string) => {
  const [owner, member] = await Promise.all([createPerson(server), createPerson(server)])
  const project = await createProject(server, owner.id)
  await createMembership(server, project.id, member.id)
  const body = { projectID: project.id, title: 'Draw', description: 'Work.' }
  const { data: task } = await owner.api.tasks.create({ body })
  const { data: comment } = await owner.api.comments.create({
    params: { id: task.id },
    body: { body: `@${member.username} ${text}`, idempotencyKey: unique('comment') },
  })
  const mail = async () => {
    server.clock.advance(10 * 60)
    return (await mailsNow(server, member.email)).find(({ kind }) => kind === 'notices')
  }
  return { owner, member, project, task, comment, mail }
}

test('[INBOX-56] a mail quotes at most 300 characters of a comment, and leads to the task by its number', async () => {
  const { member, project, task, mail } = await commented('canary '.repeat(1000))
  const sent = await mail()
  const quoted = /“(@[^”]*)”/.exec(sent?.text ?? '')?.[1] ?? ''
  expect(quoted.startsWith(`@${member.username} canary`)).toBe(true)
  expect(quoted.endsWith('…')).toBe(true)
  expect([...quoted].length).toBeLessThanOrEqual(300)
  for (const part of [sent?.text, sent?.html, sent?.subject])
    expect((part ?? '').split('canary').length).toBeLessThan(45)
  expect(sent?.text).toContain(`/project/${project.id}/tasks/${task.taskId}`)
})

test('[INBOX-56] a short comment is quoted whole, as text', async () => {
  const { mail } = await commented('see <b>this</b>')
  const sent = await mail()
  expect(sent?.text).toContain('see <b>this</b>')
  expect(sent?.html).not.toContain('<b>this</b>')
})

test('[TALK-19] a comment that was deleted before its mail left is not quoted', async () => {
  const { owner, comment, mail } = await commented('a secret')
  await owner.api.comments.remove({ params: { id: comment.id } })
  expect((await mail())?.text ?? '').not.toContain('a secret')
})
