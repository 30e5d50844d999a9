import { expect, test } from 'vitest'
import { openSession } from '../server/modules/auth/sessions.ts'
import { runRatingClock } from '../server/modules/ratings/service.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createMembership, createPerson } from '../tests/support/factories.ts'
import { createRewardWorld } from '../tests/support/rewards.ts'
import { testApp } from '../tests/support/server.ts'

const server = testApp()
const runAs = async ({ id }: { id: string }) => {
  const env = {
    GUILDHALL_SERVER_URL: server.origin,
    GUILDHALL_TOKEN: (await openSession(server.deps, server.db, id)).accessToken,
  }
  return (...args: string[]) => runCommand(args, { env })
}

test('[RATE-15] both sides list what is due, give a review and answer one; a sealed one of the other side is never printed', async () => {
  const { owner, ana, params } = await createRewardWorld(server)
  const admin = await createPerson(server)
  await createMembership(server, params.id, admin.id, 'admin')
  await server.db.insertInto('rating_causes').values({ project_id: params.id, worker_id: ana.id }).execute()
  await runRatingClock(server)
  const [asAna, asOwner] = [await runAs(ana), await runAs(owner)]
  const until = new Date(Date.now() + 14 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  expect((await asAna('rating', 'list')).stdout).toContain(until)
  const give = ['rating', 'give', params.id, '--again', 'yes', '--clear', '5', '--on-time', '4']
  expect((await asOwner(...give, '--quality', '3', '--text', 'A sealed word.')).exitCode).toBe(0)
  expect((await asOwner('rating', 'list', '--json')).stdout).toContain('A sealed word.')
  for (const args of [['list'], ['list', '--json']])
    expect((await asAna('rating', ...args)).stdout).not.toContain('sealed word')
  expect((await asAna(...give, '--quality', '3')).exitCode).not.toBe(0)
  expect((await asAna(...give, '--fair', '5')).exitCode).toBe(0)
  type Listed = { unanswered: { id: string; text: string }[] }
  const unanswered = async () => (JSON.parse((await asAna('rating', 'list', '--json')).stdout) as Listed).unanswered
  const [{ id, text } = { id: '', text: '' }, ...others] = await unanswered()
  expect([text, others]).toEqual(['A sealed word.', []])
  const printed = (await asAna('rating', 'list')).stdout
  expect([printed.includes(id), printed.includes('A sealed word.')]).toEqual([true, true])
  // An admin is of the rated side of the project's review, which is on the creator's profile.
  const asAdmin = await runAs(admin)
  const ofAdmin = JSON.parse((await asAdmin('rating', 'list', '--json')).stdout) as Listed
  expect(ofAdmin.unanswered).toMatchObject([{ side: 'worker', projectID: params.id }])
  expect((await asAdmin('rating', 'answer', ofAdmin.unanswered[0]?.id ?? '', 'Thanks.')).exitCode).toBe(0)
  expect((await asAna('rating', 'answer', id, 'Thank you.')).exitCode).toBe(0)
  expect(await unanswered()).toEqual([])
  expect((await asAna('rating', 'answer', id, 'Again.')).exitCode).not.toBe(0)
}, 90_000)
