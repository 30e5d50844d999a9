import { v7 as uuidv7 } from 'uuid'
import * as admin from '#server/commands/admin.ts'
import { off } from '#server/commands/two-step.ts'
import { loadConfig } from '#server/settings/config.ts'
import { createLogger } from '#server/process/log.ts'
import { runAddressClock } from '#server/modules/address-invitations/service.ts'
import { inviteAdministrator } from '#server/modules/auth/invite-administrator.ts'
import { runDecisionClock } from '#server/modules/memberships/decision-clock.ts'
import { giveBackEverything, leaveEverything } from '#server/modules/memberships/service.ts'
import { notifyFollowers } from '#server/modules/notifications/followers.ts'
import { gatherNoticeMails } from '#server/modules/notifications/gather-mails.ts'
import { anonymise, deleteDueAccounts } from '#server/modules/own-data/erasure.ts'
import { askExport, finishExport, takeExport } from '#server/modules/own-data/exports.ts'
import { runCreatorClock } from '#server/modules/creator-applications/service.ts'
import { runDisputeClock } from '#server/modules/disputes/service.ts'
import { giveUpDues, runDueClock } from '#server/modules/ledger/service.ts'
import { runProposalClock } from '#server/modules/proposals/service.ts'
import { runRatingClock } from '#server/modules/ratings/service.ts'
import { tellOfFalls } from '#server/modules/reputation/service.ts'
import { runLeaseClock, runReviewClock } from '#server/modules/tasks/claim-clock.ts'
import { notifyOfDeadlines } from '#server/modules/tasks/deadlines.ts'
import { createInvitation } from '#server/modules/waitlist/service.ts'
import { createProject } from '#support/factories.ts'
import { failingWebhook } from '#support/failing-webhook.ts'
import { tellAll, wholeLog } from '#support/inbox.ts'
import { switchOnTwoStep } from '#support/two-step.ts'
import { address, type Cell } from '../case.ts'
import { task } from './inputs.ts'
import { withDue } from './rewards.ts'

/** A change that no call makes, or a call without what follows its answer. */
export type Act = {
  /** The file below server/ that has its transaction. */
  file: string
  /** Makes what the change needs, and returns the change. */
  prepare: (cell: Cell) => Promise<() => Promise<unknown>>
  /** Columns ("table.column") or tables that keep what was written before the transaction. */
  except?: readonly string[]
}

const command =
  (run: typeof off, argument: string, { server }: Cell) =>
  () => {
    const { config } = loadConfig(['--data-dir', server.dataDir], { DATABASE_URL: server.databaseUrl })
    return run({ config, argument, options: new Set() }, createLogger('silent'))
  }
/** The project's requests, with these columns, and nothing that cases before have left for the clock. */
const whenClockRuns =
  (columns: { answer_by?: Date; clock_from?: Date }): Act['prepare'] =>
  async ({ server, project }) => {
    const open = server.db.updateTable('project_requests').where('status', '=', 0)
    await open.set({ withdrawn_at: new Date() }).where('id', '!=', project.applicationID).execute()
    await open.set(columns).where('id', '=', project.applicationID).execute()
    return () => runDecisionClock(server)
  }
/** The member's hand-in, with this number of hours until its review date, and no other that has one. */
const whenReviewedBy =
  (hours: number): Act['prepare'] =>
  async ({ server, project }) => {
    const by = new Date(server.clock.now().getTime() + hours * 60 * 60_000)
    await server.db.updateTable('submissions').set({ review_by: null }).execute()
    await server.db
      .updateTable('submissions')
      .set({ review_by: by })
      .where('task_id', '=', project.handedInTaskID)
      .execute()
    return () => runReviewClock(server)
  }
/** Asks for an export that nobody makes. */
const asking = async ({ server, self: { id, username, email } }: Cell) => {
  await server.db.deleteFrom('account_exports').execute()
  const viewer = {
    userID: id,
    sessionID: id,
    username,
    email,
    isAdministrator: false,
    accountType: 'contributor',
  } as const
  const deps = { ...server.deps, background: { ...server.deps.background, run: () => {} } }
  return () => askExport(deps, viewer, { body: {} }, { ip: '127.0.0.1' } as never)
}
/** The time of the outsider has come to be deleted, and of nobody else. */
const due = async ({ server, people: { outsider } }: Cell) => {
  await server.db.updateTable('users').set({ deletion_due_at: null }).execute()
  await server.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(0) })
    .where('id', '=', outsider.id)
    .execute()
  return outsider
}
const exports = 'modules/own-data/exports.ts'
const erasure = 'modules/own-data/erasure.ts'
const departure = 'modules/memberships/departure.ts'
const clock = 'modules/memberships/decision-clock.ts'

/** A dispute about a finished claim of the member, with these columns. */
const withDispute =
  (columns: { state: 'stating' | 'ruling'; rule_by?: Date }): Act['prepare'] =>
  async ({ server, people: { member }, project: { id: project_id, neighbourID: task_id } }) => {
    const { db } = server
    const [id, claim_id, at] = [uuidv7(), uuidv7(), new Date(0)]
    const claim = { id: claim_id, project_id, task_id, user_id: member.id, kind: 'claimed', state: 'finished' } as const
    await db
      .insertInto('claims')
      .values({ ...claim, terms: '{}', claimed_at: at, ended_at: at })
      .execute()
    await db
      .insertInto('disputes')
      .values({
        ...{ id, claim_id, side: 'holder', opened_by: member.id, reason: 'other', ask_cents: 0, most_cents: 0 },
        ...{ opened_at: at, state_by: at, ...columns },
      })
      .execute()
    return () => runDisputeClock(server)
  }
const disputeActs: Readonly<Record<string, Act>> = {
  'the clock leaves a dispute to administrators': {
    file: 'modules/disputes/clock.ts',
    prepare: withDispute({ state: 'stating' }),
  },
  'the clock reminds of a ruling': {
    file: 'modules/disputes/clock.ts',
    prepare: withDispute({ state: 'ruling', rule_by: new Date(0) }),
  },
}

/** Commands, jobs and the clock. */
export const actsWithoutCalls: Readonly<Record<string, Act>> = {
  'an administrator is invited by a command': {
    file: 'modules/auth/invite-administrator.ts',
    prepare: async ({ server }) => {
      const [email, now] = [address(), server.clock.now()]
      return () => inviteAdministrator(server.db, email, now)
    },
  },
  'somebody is invited from the waitlist': {
    file: 'modules/waitlist/service.ts',
    prepare: async ({ server, people }) => {
      // Without a mailer the job waits for the worker, whose statements do not belong to this change.
      const mailer = { send: () => Promise.reject(new Error('no mail here')), isAbsent: true } as const
      const email = address()
      return () =>
        createInvitation({ ...server.deps, mailer }, { userID: people.administrator.id }, { body: { email } })
    },
  },
  'an administrator is made by a command': {
    file: 'commands/admin.ts',
    prepare: async (cell) => command(admin.grant, cell.people.stranger.email, cell),
  },
  'an administrator is removed by a command': {
    file: 'commands/admin.ts',
    prepare: async (cell) => command(admin.revoke, cell.people.administrator.email, cell),
  },
  'two-step sign-in is switched off by a command': {
    file: 'commands/two-step.ts',
    prepare: async (cell) => {
      await switchOnTwoStep(cell.server, cell.as('stranger'))
      return command(off, cell.people.stranger.email, cell)
    },
  },
  'the clock closes a request': { file: clock, prepare: whenClockRuns({ answer_by: new Date(0) }) },
  'the clock reminds of a request': {
    file: clock,
    prepare: whenClockRuns({ clock_from: new Date('2020-01-01T00:00:00Z') }),
  },
  'somebody is told of a deadline': {
    file: 'modules/tasks/deadlines.ts',
    prepare: async (cell) => {
      const { db } = cell.server
      // What cases before have left is no part of this one.
      await db.updateTable('tasks').set({ due_on: null }).execute()
      await cell.as('owner').tasks.update({ ...task(cell), body: { dueOn: '2026-01-01' } })
      return () => notifyOfDeadlines(cell.server)
    },
  },
  'the clock ends a claim': {
    file: 'modules/tasks/claim-clock.ts',
    prepare: async (cell) => {
      const { db } = cell.server
      const { neighbourID } = cell.project
      // What cases before have left is no part of this one.
      await db.updateTable('claims').set({ lease_until: null }).execute()
      const body = { idempotencyKey: 'the claim that ends' }
      const { data } = await cell.as('member').claims.take({ params: { id: neighbourID }, body })
      await db
        .updateTable('claims')
        .set({ lease_until: new Date(0) })
        .where('id', '=', data.id)
        .execute()
      return () => runLeaseClock(cell.server)
    },
  },
  'the clock accepts a round': { file: 'modules/tasks/claim-clock.ts', prepare: whenReviewedBy(-1) },
  'the clock reminds of a round': { file: 'modules/tasks/claim-clock.ts', prepare: whenReviewedBy(2) },
  'the clock ends a proposal': {
    file: 'modules/proposals/service.ts',
    prepare: async ({ server, people: { member }, project: { id: project_id, neighbourID: task_id } }) => {
      const { db } = server
      const [claim_id, at] = [uuidv7(), new Date(0)]
      const claim = {
        id: claim_id,
        project_id,
        task_id,
        user_id: member.id,
        kind: 'claimed',
        state: 'finished',
      } as const
      await db
        .insertInto('claims')
        .values({ ...claim, terms: '{}', claimed_at: at, ended_at: at })
        .execute()
      await db
        .insertInto('proposals')
        .values({
          ...{ id: uuidv7(), claim_id, side: 'holder', made_by: member.id, amount_cents: 300, text: 'Less.' },
          ...{ idempotency_key: claim_id, created_at: at, ends_at: at },
        })
        .execute()
      return () => runProposalClock(server)
    },
  },
  ...disputeActs,
  'the clock ends an invitation by address': {
    file: 'modules/address-invitations/service.ts',
    prepare: async (cell) => {
      const { server, project } = cell
      const past = new Date(0)
      await server.db.updateTable('address_invitations').set({ ended_at: past }).where('ended_at', 'is', null).execute()
      const { data } = await cell
        .as('owner')
        .addressInvitations.create({ params: { id: project.id }, body: { email: address() } })
      await server.db.updateTable('address_invitations').set({ ends_at: past }).where('id', '=', data.id).execute()
      return () => runAddressClock(server)
    },
  },
  'the clock reminds of a creator application': {
    file: 'modules/creator-applications/service.ts',
    prepare: async ({ server, people: { applicant } }) => {
      await server.db
        .updateTable('creator_applications')
        .set({ answer_by: new Date(0) })
        .where('user_id', '=', applicant.id)
        .where('status', '=', 0)
        .execute()
      return () => runCreatorClock(server)
    },
  },
  'the clock makes a review due': {
    file: 'modules/ratings/clock.ts',
    prepare: async ({ server, people: { member }, project }) => {
      // What other cases have left is done before, so that one transaction is left.
      await runRatingClock(server)
      await server.db.insertInto('rating_causes').values({ project_id: project.id, worker_id: member.id }).execute()
      return () => runRatingClock(server)
    },
  },
  'the clock lets both sides read a review': {
    file: 'modules/ratings/clock.ts',
    prepare: async ({ server, people: { member, owner }, project }) => {
      await runRatingClock(server)
      const [id, at] = [uuidv7(), new Date(0)]
      const due = { id, project_id: project.id, worker_id: member.id, opened_at: at, ends_at: at }
      await server.db.insertInto('rating_dues').values(due).execute()
      const marks = { again: true, clear: 5, mark: 5, on_time: 5, text: '' }
      const rating = { id: uuidv7(), due_id: id, side: 'worker', author_id: member.id, rated_id: owner.id }
      await server.db
        .insertInto('ratings')
        .values({ ...rating, ...marks, created_at: at })
        .execute()
      return () => runRatingClock(server)
    },
  },
  'the clock tells of a tier that fell': {
    file: 'modules/reputation/service.ts',
    prepare: async ({ server, people: { applicant } }) => {
      await server.db.insertInto('tier_falls').values({ user_id: applicant.id, from_level: 2, to_level: 1 }).execute()
      return () => tellOfFalls(server)
    },
  },
  'the clock reminds of a due': {
    file: 'modules/ledger/due-clock.ts',
    prepare: async ({ server, people: { member }, project: { id: project_id, neighbourID: task_id } }) => {
      const { db } = server
      const [id, at] = [uuidv7(), new Date(0)]
      await db.updateTable('claims').set({ pay_last_reminded_at: at }).execute()
      const claim = { id, project_id, task_id, user_id: member.id, kind: 'claimed', state: 'finished' } as const
      await db
        .insertInto('claims')
        .values({ ...claim, terms: '{}', claimed_at: at, ended_at: at, pay_by: at })
        .execute()
      await db
        .insertInto('ledger_balances')
        .values({ project_id, account: `due:${id}`, currency: 'USD', amount_cents: 300 })
        .execute()
      return () => runDueClock(server)
    },
  },
  'a webhook is paused': {
    file: 'modules/webhooks/sending.ts',
    prepare: ({ server, project: { id } }) => failingWebhook(server, id),
  },
  'followers are told of a move': {
    file: 'modules/notifications/followers.ts',
    prepare: async (cell) => {
      const { server, as } = cell
      await as('member').notifications.follow({ ...task(cell), body: {} })
      await tellAll(server)
      await as('owner').tasks.update({ ...task(cell), body: { status: 2 } })
      await wholeLog(server)
      return () => notifyFollowers(server)
    },
    // What comes before a move that people are notified of is passed over, whatever becomes of the move.
    except: ['notification_cursor'],
  },
  'a mail about notices is gathered': {
    file: 'modules/notifications/gather-mails.ts',
    prepare: async ({ server, project, people, as }) => {
      // What cases before have left is no part of this one.
      await server.db.updateTable('notifications').set({ mail_at: null }).execute()
      const params = { id: project.id, userId: people.member.id }
      await as('owner').memberships.setRole({ params, body: { role: 'admin' } })
      server.clock.advance(10 * 60)
      return () => gatherNoticeMails(server.deps)
    },
  },
  'an export is asked for': { file: exports, prepare: asking },
  'an export is taken': {
    file: exports,
    prepare: async (cell) => {
      const ask = await asking(cell)
      await ask()
      return () => takeExport(cell.server.deps)
    },
  },
  'an export is finished': {
    file: exports,
    prepare: async (cell) => {
      const ask = await asking(cell)
      await ask()
      const claim = await takeExport(cell.server.deps)
      if (!claim) throw new Error('Nothing waits.')
      return () => finishExport(cell.server.deps, claim, 1)
    },
  },
  'a deletion is put off': {
    file: erasure,
    prepare: async (cell) => {
      await createProject(cell.server, (await due(cell)).id)
      return () => deleteDueAccounts(cell.server.deps)
    },
  },
  'an account is anonymised': {
    file: erasure,
    prepare: async (cell) => {
      const { id } = await due(cell)
      return () => anonymise(cell.server.deps, id)
    },
  },
  'a guest gives back what they have for good': {
    file: departure,
    prepare:
      async ({ server, people }) =>
      () =>
        giveBackEverything(server, people.guest.id),
  },
  'what somebody is owed is given up': {
    file: 'modules/ledger/leaving.ts',
    prepare: async (cell) => {
      await withDue(cell)
      return () => giveUpDues(cell.server, cell.people.member.id)
    },
  },
  'a person leaves a project for good': {
    file: departure,
    prepare:
      async ({ server, people }) =>
      () =>
        leaveEverything(server, people.colleague.id),
  },
  'an application is withdrawn for good': {
    file: departure,
    prepare:
      async ({ server, people }) =>
      () =>
        leaveEverything(server, people.applicant.id),
  },
}
