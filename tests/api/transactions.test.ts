import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as admin from '#server/commands/admin.ts'
import { loadConfig } from '#server/config.ts'
import { createLogger } from '#server/log.ts'
import { inviteAdministrator } from '#server/modules/auth/invite-administrator.ts'
import { createInvitation } from '#server/modules/waitlist/service.ts'
import { allRows } from '../support/all-rows.ts'
import {
  createCreator,
  createMembership,
  createPerson,
  createProject,
  createUser,
  TEST_PASSWORD,
  unique,
} from '../support/factories.ts'
import { plantFaults } from '../support/fail-statement.ts'
import { noticeTransactions } from '../support/inbox.ts'
import { accountTransactions } from '../support/account-transactions.ts'
import { clockTransactions } from '../support/clock-transactions.ts'
import { commentTransactions } from '../support/comment-transactions.ts'
import { letterTransactions } from '../support/letter-transactions.ts'
import { ownDataTransactions } from '../support/own-data-transactions.ts'
import { taskTransactions } from '../support/task-transactions.ts'
import { reviewTransactions } from '../support/reviews.ts'
import { codeIn, linkIn, startTestApp, type TestApp } from '../support/server.ts'
import { signedIn } from '../support/signed-in.ts'

const faults = plantFaults()
let server: TestApp
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-transactions-'))
  server = await startTestApp({ config: { registration: 'open', dataDir } })
})
afterAll(async () => {
  await server.close()
  faults.restore()
  await rm(dataDir, { recursive: true, force: true })
})
const PASSWORD = 'another battery'
const address = () => `${unique('tx')}@example.org`
const auth = () => server.client().auth
const person = () => createPerson(server)
const administrator = () => createPerson(server, { isAdministrator: true })
const creator = async () => {
  const { user, accessToken } = await createCreator(server)
  return { ...user, accessToken, api: server.client(accessToken) }
}
const team = async (tier: 'basic' | 'gold' = 'gold') => {
  const [owner, member, stranger] = [await creator(), await person(), await person()]
  const { id } = await createProject(server, owner.id, { tier })
  await createMembership(server, id, member.id)
  return { owner, member, stranger, id, params: { id } }
}
const task = (projectID: string, more: object = {}) => ({ projectID, title: 'A task', description: 'Work.', ...more })
const unverified = async () => {
  const { email } = (await createUser(server, { isEmailVerified: false })).user
  await auth().resendOtp({ body: { email } })
  return { email, mail: (await server.mails(email))[0] }
}
const resetLink = async () => {
  const { email } = (await createUser(server)).user
  await auth().forgotPassword({ body: { email } })
  return { email, token: linkIn((await server.mails(email))[0]).token }
}
const uploading =
  ({ owner, id }: Awaited<ReturnType<typeof team>>) =>
  async () => {
    const body = new FormData()
    body.append('file', new Blob(['x']), 'x.txt')
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const answer = await fetch(`${server.origin}/api/projects/${id}/files`, { method: 'POST', body, headers })
    if (!answer.ok) throw new Error(String(answer.status))
  }
const commanding = (command: 'grant' | 'revoke', argument: string) => () => {
  const { config } = loadConfig(['--data-dir', dataDir], { DATABASE_URL: server.databaseUrl })
  return admin[command]({ config, argument, options: new Set() }, createLogger('silent'))
}

type Case = {
  /** The file that has the transaction, below server/. */
  file: string
  /** Makes what the call needs, and returns the call. */
  prepare: () => Promise<() => Promise<unknown>>
  /** The call answers with a success before the transaction begins. */
  isBehindAnswer?: true
  /** Columns ("table.column") that are meant to keep what was written before the transaction. */
  except?: readonly string[]
}

const cases: Record<string, Case> = {
  'a project is created': {
    file: 'modules/projects/service.ts',
    prepare: async () => {
      const { api } = await creator()
      return () => api.projects.create({ body: { title: 'Tides', description: 'Work.' } })
    },
  },
  'a project is changed and published': {
    file: 'modules/projects/changes.ts',
    prepare: async () => {
      const { id, api } = await creator()
      const project = await createProject(server, id, { status: 0 })
      return () => api.projects.update({ params: { id: project.id }, body: { status: 1 } })
    },
  },
  'a project is deleted': {
    file: 'modules/projects/changes.ts',
    prepare: async () => {
      const { owner, stranger, params } = await team()
      await stranger.api.projects.apply({ params, body: {} })
      return () => owner.api.projects.remove({ params })
    },
  },
  'a project is saved': {
    file: 'modules/saved/service.ts',
    prepare: async () => {
      const { stranger, params } = await team()
      return () => stranger.api.savedProjects.add({ params, body: {} })
    },
  },
  'somebody registers': {
    file: 'modules/auth/service.ts',
    prepare: async () => () =>
      auth().register({ body: { email: address(), username: unique('tx'), password: PASSWORD } }),
  },
  'somebody logs in': {
    file: 'modules/auth/service.ts',
    prepare: async () => {
      const { user } = await createUser(server)
      return () => auth().login({ body: { emailID: user.email, password: TEST_PASSWORD } })
    },
  },
  'a reset link is made': {
    file: 'modules/auth/service.ts',
    isBehindAnswer: true,
    prepare: async () => {
      const { email } = await resetLink()
      server.clock.advance(61)
      return () => auth().forgotPassword({ body: { email } })
    },
  },
  'a password is reset': {
    file: 'modules/auth/service.ts',
    prepare: async () => {
      const link = await resetLink()
      return () => auth().resetPassword({ body: { ...link, password: PASSWORD } })
    },
  },
  'an administrator is invited by a command': {
    file: 'modules/auth/invite-administrator.ts',
    prepare: async () => {
      const [email, now] = [address(), server.clock.now()]
      return () => inviteAdministrator(server.db, email, now)
    },
  },
  'somebody is invited from the waitlist': {
    file: 'modules/waitlist/service.ts',
    prepare: async () => {
      // Without a mailer the job waits for the worker, whose statements do not belong to this change.
      const mailer = { send: () => Promise.reject(new Error('no mail here')), isAbsent: true } as const
      const email = address()
      const { id: userID } = await administrator()
      return () => createInvitation({ ...server.deps, mailer }, { userID }, { body: { email } })
    },
  },
  'a login mails a new code': {
    file: 'modules/auth/verification.ts',
    prepare: async () => {
      const { email } = await unverified()
      server.clock.advance(61)
      return () => auth().login({ body: { emailID: email, password: TEST_PASSWORD } })
    },
  },
  'a code is asked for again': {
    file: 'modules/auth/verification.ts',
    isBehindAnswer: true,
    prepare: async () => {
      const { email } = await unverified()
      server.clock.advance(61)
      return () => auth().resendOtp({ body: { email } })
    },
  },
  'a code verifies an address': {
    file: 'modules/auth/verification.ts',
    // A try at a code is counted before the code is compared, and stays counted whatever happens after it.
    except: ['one_time_codes.tries'],
    prepare: async () => {
      const { email, mail } = await unverified()
      return () => auth().verifyOtp({ body: { email, otp: codeIn(mail) } })
    },
  },
  'a link verifies an address': {
    file: 'modules/auth/verification.ts',
    prepare: async () => {
      const { email, mail } = await unverified()
      return () => auth().verifyEmailToken({ body: { email, token: linkIn(mail).token } })
    },
  },
  'a session is renewed': {
    file: 'modules/auth/sessions.ts',
    prepare: async () => {
      const { refreshToken } = await createUser(server)
      return () => auth().refreshToken({ body: { refreshToken } })
    },
  },
  'an attempt takes its place under several limits': {
    file: 'limits.ts',
    prepare: async () => () =>
      auth()
        .verifyOtp({ body: { email: address(), otp: '000000' } })
        .catch(onlyOurs),
  },
  'a call is counted for its network and its address': {
    file: 'limits.ts',
    prepare: async () => () => auth().forgotPassword({ body: { email: address() } }),
  },
  ...taskTransactions(() => server, team),
  ...commentTransactions(team),
  ...letterTransactions(team),
  ...accountTransactions(() => server),
  ...ownDataTransactions(() => server),
  ...clockTransactions(() => server, team),
  'somebody applies to a project': {
    file: 'modules/memberships/service.ts',
    prepare: async () => {
      const { stranger, params } = await team()
      return () => stranger.api.projects.apply({ params, body: {} })
    },
  },
  'somebody is invited to a project': {
    file: 'modules/memberships/service.ts',
    prepare: async () => {
      const { owner, stranger, id } = await team()
      return () => owner.api.memberships.invite({ params: { id, userId: stranger.id }, body: {} })
    },
  },
  'an application is approved': {
    file: 'modules/memberships/service.ts',
    prepare: async () => {
      const { owner, stranger, id, params } = await team()
      await stranger.api.projects.apply({ params, body: {} })
      return () => owner.api.memberships.answer({ params: { id, userId: stranger.id }, body: { accept: true } })
    },
  },
  'a role is changed': {
    file: 'modules/memberships/members-service.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      return () => owner.api.memberships.setRole({ params: { id, userId: member.id }, body: { role: 'admin' } })
    },
  },
  'a member is removed, and their tasks are free': {
    file: 'modules/memberships/members-service.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      await owner.api.tasks.create({ body: task(id, { assignedToID: member.id }) })
      return () => owner.api.memberships.remove({ params: { id, userId: member.id } })
    },
  },
  ...reviewTransactions(team),
  ...noticeTransactions(() => server, team),
  'an amount is paid to several': {
    file: 'modules/payments/service.ts',
    prepare: async () => {
      const { owner, member, params } = await team()
      const userIDs = [owner.id, member.id]
      const body = {
        userIDs,
        amountCents: 1001,
        currency: 'USD',
        split: 'equal',
        idempotencyKey: unique('key'),
      } as const
      return () => owner.api.payments.bulk({ params, body })
    },
  },
  'a payment is voided': {
    file: 'modules/payments/service.ts',
    prepare: async () => {
      const { owner, member, id, params } = await team()
      const body = { userID: member.id, amountCents: 1000, currency: 'USD', idempotencyKey: unique('key') }
      const { data } = await owner.api.payments.create({ params, body })
      return () => owner.api.payments.void({ params: { id, paymentId: data.id }, body: {} })
    },
  },
  'somebody applies to be a creator': {
    file: 'modules/creator-applications/service.ts',
    prepare: async () => {
      const { api } = await person()
      return () => api.creatorApplications.apply({ body: {} })
    },
  },
  'a creator application is approved, and the account a creator’s': {
    file: 'modules/creator-applications/service.ts',
    prepare: async () => {
      const [applicant, admin] = [await person(), await administrator()]
      const { data } = await applicant.api.creatorApplications.apply({ body: {} })
      return () => admin.api.creatorApplications.approve({ params: { id: data.id }, body: {} })
    },
  },
  'a file is announced': { file: 'modules/files/quota.ts', prepare: async () => uploading(await team()) },
  'a file is stored': { file: 'modules/files/service.ts', prepare: async () => uploading(await team()) },
  'a file is deleted': {
    file: 'modules/files/service.ts',
    prepare: async () => {
      const project = await team()
      const { owner, params } = project
      await uploading(project)()
      const { data } = await owner.api.files.list({ params, query: {} })
      return () => owner.api.files.remove({ params: { ...params, fileId: data[0]?.id ?? '' } })
    },
  },
  'a bio is changed': {
    file: 'modules/users/service.ts',
    prepare: async () => {
      const { api } = await person()
      return () => api.users.updateBio({ body: { bio: 'Keeps bees.' } })
    },
  },
  'somebody logs out': {
    file: 'modules/auth/sessions.ts',
    prepare: async () => {
      const { user } = await createUser(server)
      const { refreshToken } = await signedIn(auth().login({ body: { emailID: user.email, password: TEST_PASSWORD } }))
      return () => auth().logout({ body: { refreshToken } })
    },
  },
  'an administrator is made by a command': {
    file: 'commands/admin.ts',
    prepare: async () => commanding('grant', (await createUser(server)).user.email),
  },
  'an administrator is removed by a command': {
    file: 'commands/admin.ts',
    prepare: async () => commanding('revoke', (await createUser(server, { isAdministrator: true })).user.email),
  },
}

/** Passes when the call failed with 422, which it is meant to; throws any other error. */
const onlyOurs = (error: unknown): void => {
  if ((error as { status?: number }).status !== 422) throw error as Error
}

/** More statements than any change has. */
const STATEMENTS_MAX = 120
describe('[EVT-01] whichever statement of a change fails, nothing of it stays, and no event', () => {
  test.each(Object.entries(cases))('%s', async (_, { prepare, isBehindAnswer = false, except = [] }) => {
    let act = await prepare()
    let before = await allRows(server, except)
    for (let n = 1; n < STATEMENTS_MAX; n++) {
      // Every try asks for mails and codes anew from one network: more than that network may in an hour.
      await server.db.deleteFrom('rate_limits').execute()
      // Where a failed call leaves nothing behind, the next try repeats it.
      if (n > 1 && (isBehindAnswer || except.length > 0)) {
        act = await prepare()
        before = await allRows(server, except)
      }
      faults.failAt(n)
      const [outcome] = await Promise.allSettled([act()])
      await server.deps.background.idle()
      const hasFailed = faults.end()
      const after = await allRows(server, except)
      if (!hasFailed) {
        // Each statement has failed once. This time none has failed, and so the change is made.
        expect(outcome?.status).toBe('fulfilled')
        expect(n).toBeGreaterThan(1)
        return
      }
      if (!isBehindAnswer) expect(outcome?.status, `statement ${n}`).toBe('rejected')
      expect(after, `statement ${n}`).toBe(before)
    }
    throw new Error('The change never came to its end.')
  })
})

test('every transaction of the server has its case', () => {
  const root = new URL('../../server/', import.meta.url)
  // These have tests of their own. A fault while the role that serves is made, the demo world changed, a backup restored or the configured
  // administrator made ends the start or the command; the worker notes a fault and tries again (server/jobs/jobs.test.ts).
  const startsAndCommands = ['serve.ts', 'database.ts', 'demo/index.ts', 'demo/remove.ts', 'backup/restore-backup.ts']
  const apart = ['db/pool.ts', 'jobs/worker.ts', ...startsAndCommands]
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !apart.includes(file))
  const uses = files.flatMap((file) => {
    const count = readFileSync(new URL(file, root), 'utf8').split('withTx(').length - 1
    return count > 0 ? [[file, count] as const] : []
  })
  expect(uses.length).toBeGreaterThan(10)
  const missing = uses.filter(([file, count]) => Object.values(cases).filter((one) => one.file === file).length < count)
  expect(missing).toEqual([])
})
