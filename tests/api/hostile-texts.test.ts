import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runRatingClock } from '#server/modules/ratings/service.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import { runCommand } from '#support/cli-runner.ts'
import { createDisputeWorld } from '#support/disputes.ts'
import { testApp } from '#support/server.ts'
import { textOf } from '../../src-main/notices/what-to-show.ts'

const server = testApp()

/** A formula that drives a terminal, turns the direction of writing, and begins a header of a mail. */
const HOSTILE = '=HYPERLINK("http://evil.example")\u001b[2J\u0007\u009b31m\u202eover\u2066\r\nBcc: ana@evil.example'
// oxlint-disable-next-line no-control-regex -- these are what must not be there
const DRIVES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u

test('[NEXT-12] no title, reason, note, statement or review of others drives a terminal, a cell, a mail or a notice', async () => {
  const world = await createDisputeWorld(server)
  const { owner, ana, grace, params, owed, pay, toRule, passDays } = world
  const { id: disputeID } = await toRule()
  const paid = await owed(ana, 5_000)
  await owed(ana, 6_000)
  const { id: paymentID } = await pay(ana, paid, 5_000, { note: 'Thanks.' })
  await ana.api.payments.confirm({ params: { id: paymentID }, body: { idempotencyKey: 'confirm-1' } })
  const offered = await world.addTask()
  await world.offer(offered, 4_000)
  await runRatingClock(server)
  const review = { again: 'yes', clear: 5, onTime: 5, text: 'Good.' } as const
  await owner.api.ratings.give({ body: { projectID: params.id, userID: ana.id, quality: 5, ...review } })
  await ana.api.ratings.give({ body: { projectID: params.id, fair: 5, ...review } })
  const { db } = server
  await db.updateTable('tasks').set({ title: HOSTILE, description: HOSTILE }).execute()
  await db.updateTable('projects').set({ title: HOSTILE }).execute()
  await db.transaction().execute(async (tx) => {
    // Without the trigger that lets nobody change an entry of the ledger.
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.updateTable('payments').set({ note: HOSTILE, method: HOSTILE, task_title: HOSTILE }).execute()
  })
  await db.updateTable('ratings').set({ text: HOSTILE }).execute()
  await db.updateTable('users').set({ name: HOSTILE }).execute()
  await db.updateTable('dispute_statements').set({ text: HOSTILE }).execute()
  await passDays(40)
  await world.runClock()

  const commands: Array<[typeof ana, string[]]> = [
    [owner, ['due', 'list', params.id]],
    [ana, ['earnings', 'list']],
    [ana, ['earnings', 'statement']],
    [ana, ['rating', 'list']],
    [ana, ['dispute', 'list']],
    [grace, ['dispute', 'list', '--all']],
    [ana, ['dispute', 'show', disputeID]],
    [ana, ['open', 'list']],
    [ana, ['open', 'show', offered]],
    [ana, ['claim', 'list']],
    [owner, ['task', 'show', offered]],
    [owner, ['task', 'list', '--project', params.id]],
    [ana, ['work']],
  ]
  let printed = ''
  for (const [person, args] of commands) {
    const { accessToken } = await openSession(server.deps, server.db, person.id)
    const env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken }
    for (const form of [[], ['--csv'], ['--json']]) {
      const { stdout, stderr, exitCode } = await runCommand([...args, ...form], { env })
      // Not every command has every form.
      if (exitCode === 2 && form.length > 0) continue
      expect([args.join(' '), exitCode, stderr]).toEqual([args.join(' '), 0, expect.any(String)])
      expect((stdout + stderr).replaceAll('\r\n', '\n')).not.toMatch(DRIVES)
      if (form[0] === '--csv') expect(stdout).not.toMatch(/(?:^|[,"])[=@+\t]/m)
      printed += stdout
    }
  }
  expect(printed).toContain('HYPERLINK')

  for (const { email } of [owner, ana, grace])
    for (const { subject, to } of await server.mails(email)) {
      expect(subject).not.toMatch(DRIVES)
      expect([subject.includes('\n'), to]).toEqual([false, email])
    }
  // Without what a notice hides anyway: addresses and links.
  await db.updateTable('tasks').set({ title: '=1\u001b[2J\u0007\u202eover\r\nmore' }).execute()
  await db.updateTable('projects').set({ title: '=1\u009b31m\u2066over' }).execute()
  const { data: notices } = await ana.api.notifications.list({ query: {} })
  expect(notices.length).toBeGreaterThan(3)
  for (const notice of notices) {
    const { title, body } = textOf(notice, { hidePreviews: false, timeZone: null, now: new Date() })
    expect(`${title} ${body}`).not.toMatch(DRIVES)
    expect(`${title} ${body}`).not.toContain('\n')
  }
}, 240_000)
