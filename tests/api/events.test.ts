import { describe, expect, test } from 'vitest'
import { withTx } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'
import { type EventKind, eventKinds } from '#shared/contract/events.ts'
import { operations } from '#shared/contract/index.ts'
import { allRows } from '../support/all-rows.ts'
import { createPerson, TEST_PASSWORD } from '../support/factories.ts'
import { markLog } from '../support/log-mark.ts'
import { testApp } from '../support/server.ts'
import { REFUSING } from '../support/webhook-targets.ts'
import { CANARY, type CallInput, type Case, type Cell, createOwnCell, endpointOf, type Left, send } from './case.ts'
import { cases } from './cases/index.ts'
import { outcomesOf } from './rights.ts'

const server = testApp({ config: { registration: 'open', webhookTargets: REFUSING }, keepsFiles: true })

const writing = cases.filter(([, { leaves }]) => leaves !== undefined)

/** What `act` writes into the log, and whether it changes any other row. */
const watch = async (act: () => Promise<unknown>) => {
  await server.deps.background.idle()
  const { at } = await markLog(server.db)
  const before = await allRows(server, ['events'])
  await act()
  const isChanged = (await allRows(server, ['events'])) !== before
  const { events } = await markLog(server.db, at)
  return { events, isChanged }
}
type Observation = Awaited<ReturnType<typeof watch>>

/** A change that the log does not know, or an event of a change that was not made; null when they agree. */
const disagreement = ({ events, isChanged }: Observation, isSilent: boolean): string | null => {
  if (isSilent) return isChanged && events.length === 0 ? null : 'no silent change'
  if (isChanged && events.length === 0) return 'a change without its event'
  return !isChanged && events.length > 0 ? 'an event without its change' : null
}

/** The event as the log has it: who did it, whom it is about, and in which project. */
const logged = ({ self, people, project }: Cell, sent: CallInput, { of, ...event }: Left) => {
  const account = sent.account ?? self
  const isOfAccount = event.kind.startsWith('account.') || event.kind === 'payout.changed'
  const isOfProject = !/^(?:account|payout|waitlist|creatorApplication)\./.test(event.kind)
  return {
    actorID: account.id,
    ...(isOfAccount && { subjectID: account.id }),
    ...(isOfProject && { projectID: project.id }),
    ...(of && { subjectID: people[of].id }),
    ...event,
  }
}
const eventsOf = ({ leaves = [] }: Case, cell: Cell, sent: CallInput) => {
  const events = leaves === 'silently' ? [] : typeof leaves === 'function' ? leaves(cell, sent) : leaves
  return events.map((event) => logged(cell, sent, event))
}
const statusOf = (name: string, { fails, may, by = 'owner' }: Case): number | undefined => {
  const ok = endpointOf(name).status ?? 200
  return fails ?? (may ? outcomesOf(may, ok)[0]?.[1][by] : ok)
}

const sorted = (kinds: readonly EventKind[]) => [...new Set(kinds)].sort()
/** What becomes of an offer, and of a dispute, when its task ends. */
const endings = ['reward.due', 'offer.closed', 'reward.released', 'dispute.agreed'] as const
/** What becomes of the applications to a task that somebody gets. */
const applications = ['request.approved', 'request.rejected'] as const
/** What a call leaves in ways that no case plays: the tests of its module do. */
const elsewhere: Readonly<Partial<Record<string, readonly EventKind[]>>> = {
  'auth.verifyOtp': ['account.adminGranted', 'request.invited'],
  'auth.verifyEmailToken': ['account.adminGranted', 'request.invited'],
  'account.takeBackEmail': ['account.twoStepOff'],
  'memberships.answer': ['request.accepted', 'request.declined'],
  'memberships.answerById': ['request.approved', 'request.rejected', 'request.withdrawn'],
  'memberships.setRole': ['request.withdrawn'],
  'memberships.remove': ['request.withdrawn', 'claim.ended', 'task.moved'],
  'projects.remove': [
    ...(['claim.ended', 'task.moved', 'task.assigned', 'submission.withdrawn'] as const),
    ...(['offer.closed', 'reward.released'] as const),
  ],
  'administration.suspend': ['claim.ended', 'dispute.withdrawn', 'task.moved', 'task.assigned', 'submission.withdrawn'],
  'reports.decide': [
    ...(['account.suspended', 'account.restored', 'claim.ended', 'dispute.withdrawn'] as const),
    ...(['task.moved', 'task.assigned', 'submission.withdrawn'] as const),
  ],
  'submissions.accept': ['claim.finished', ...endings],
  'requests.decide': ['request.approved', 'member.joined', 'task.moved', 'task.assigned', 'claim.made'],
  // Approved at once where everyone may be a creator: server/modules/creator-applications/everyone.test.ts.
  'creatorApplications.apply': ['creatorApplication.approved'],
  'creatorApplications.update': ['creatorApplication.approved'],
  'stages.replace': [
    ...(['task.moved', 'submission.accepted', 'submission.changes', 'submission.withdrawn'] as const),
    ...(['claim.finished', ...endings] as const),
    'request.rejected',
  ],
  'projects.duplicate': ['project.stages'],
  'tasks.update': [
    ...(['task.staged', 'submission.changes', 'submission.withdrawn'] as const),
    ...(['claim.made', 'claim.ended', 'offer.closed', 'reward.released', 'dispute.agreed'] as const),
    ...applications,
  ],
  'tasks.order': [
    ...(['task.moved', 'submission.accepted', 'submission.changes', 'submission.withdrawn'] as const),
    ...(['claim.ended', 'claim.finished', ...endings] as const),
    'request.rejected',
  ],
  'tasks.remove': ['submission.withdrawn', 'claim.ended', 'offer.closed', 'reward.released', 'request.rejected'],
  'offers.set': ['claim.made'],
  'proposals.accept': ['dispute.agreed'],
  'disputes.rule': ['reward.forgiven', 'proposal.expired'],
  'tasks.bulk': [
    'task.staged',
    'task.assigned',
    'task.changed',
    'task.deleted',
    'submission.accepted',
    'submission.changes',
    'submission.withdrawn',
    'claim.made',
    'claim.ended',
    'claim.finished',
    ...endings,
    ...applications,
  ],
}

describe('[EVT-06] [EVT-13] [EVT-15] [EVT-17] [EVT-18] [EVT-19] [EVT-20] [EVT-21] [EVT-26] every call that writes leaves exactly its events', () => {
  test.each(writing)('%s', async (name, one) => {
    const cell = await createOwnCell(server, one.by ?? 'owner')
    const sent = (await one.input?.(cell)) ?? {}
    const act = async () =>
      expect((await send(endpointOf(name), cell, sent)).statusCode, 'its status').toBe(statusOf(name, one))
    const seen = await watch(act)
    expect(disagreement(seen, one.leaves === 'silently')).toBeNull()
    const left = eventsOf(one, cell, sent)
    expect(seen.events.map(({ kind }) => kind)).toEqual(left.map(({ kind }) => kind))
    expect(seen.events).toMatchObject(left)
    // No text, address, password or token.
    for (const { data } of seen.events)
      expect(JSON.stringify(data)).not.toMatch(new RegExp(`${CANARY}|@|${TEST_PASSWORD}|[\\w-]{41,}`))
    if (one.once) expect((await watch(() => send(endpointOf(name), cell, sent))).events).toEqual([])
  })

  test('a change without its event is caught, and an event without its change', async () => {
    const { id } = await createPerson(server)
    const change = () => server.db.updateTable('users').set({ bio: CANARY }).where('id', '=', id).execute()
    const tell = () =>
      withTx(server.db, (tx) =>
        record(tx, new Date(), {
          kind: 'account.profileChanged',
          actorID: id,
          subjectID: id,
          data: { fields: ['bio'] },
        }),
      )
    expect(disagreement(await watch(change), false)).toBe('a change without its event')
    expect(disagreement(await watch(tell), false)).toBe('an event without its change')
  })

  test('every call that writes leaves exactly the kinds that it states, and every kind is left by one', async () => {
    const calls = operations.filter(({ endpoint }) => endpoint.method !== 'GET')
    const named = new Set(writing.map(([name]) => name.split(' ')[0]))
    expect(calls.filter(({ operation }) => !named.has(operation))).toEqual([])
    // What a case expects may name people and projects, so one has to be there.
    const cell = await createOwnCell(server, 'owner')
    const leftBy = (operation: string) =>
      writing
        .filter(([name]) => name.split(' ')[0] === operation)
        .flatMap(([, one]) => eventsOf(one, cell, {}).map(({ kind }) => kind))
    const left = calls.map(({ operation }) => [operation, leftBy(operation)] as const)
    expect(left.map(([operation, kinds]) => [operation, sorted([...kinds, ...(elsewhere[operation] ?? [])])])).toEqual(
      calls.map(({ operation, endpoint }) => [operation, sorted(endpoint.leaves ?? [])]),
    )
    const kinds = new Set(left.flatMap(([, some]) => some))
    // Commands on the server make administrators: server/commands/admin.test.ts.
    const byCommands = ['account.adminGranted']
    // Time alone makes these: server/modules/tasks/deadlines.test.ts and claim-clock.test.ts,
    // server/modules/memberships/decision-clock.test.ts, server/modules/webhooks/sending.test.ts, and server/modules/own-data/erasure.test.ts.
    const byTime = [
      'claim.warned',
      'claim.expired',
      'request.reminded',
      'task.due',
      'task.overdue',
      'account.deleted',
      'webhook.paused',
    ]
    // An answer to a hand-in, an application or an invitation by address, or a payment, comes late: claim-clock.test.ts,
    // answer-dates.test.ts and address-invitations.test.ts of server/modules, server/modules/ledger/due-clock.test.ts.
    const byDates = [
      'submission.reminded',
      'reward.reminded',
      'creatorApplication.reminded',
      'invitation.ended',
      'rating.due',
    ]
    // An update of the server makes this one: server/modules/reputation/creators.test.ts.
    const byUpdate = ['account.tierFell']
    const byReading = ['dispute.read', 'payout.read']
    expect(sorted(eventKinds.filter((kind) => !kinds.has(kind)))).toEqual(
      [...byTime, ...byDates, ...byCommands, ...byReading, ...byUpdate].sort(),
    )
  })
})
