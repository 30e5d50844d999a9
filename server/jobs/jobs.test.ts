import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMembership, createProject, createPerson } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { allJobs } from '../process/all-jobs.ts'
import { createDb, withTx } from '../db/pool.ts'
import type { Mail } from '../mail/mailer.ts'
import { removeExpired } from '../process/housekeeping.ts'
import { answerMail } from '../modules/memberships/mails.ts'
import { claimJobs, enqueue, failJob, finishJob, removeOldJobs } from './queue.ts'
import { runDueJobs, startWorker } from './worker.ts'

const server = testApp()
beforeEach(() => server.db.deleteFrom('jobs').execute())

const person = () => createPerson(server)
const pair = async () => {
  const [owner, other] = await Promise.all([person(), person()])
  const { id, title } = await createProject(server, owner.id, { title: 'Tide tables' })
  return { owner, other, params: { id }, title }
}
type Setting = 'email_on_invitation' | 'email_on_request_answered' | 'email_on_task_assigned'
const switchOff = (userID: string, setting: Setting) =>
  server.db
    .updateTable('users')
    .set({ [setting]: false })
    .where('id', '=', userID)
    .execute()

const collecting = (behave: () => Promise<void> = async () => {}) => {
  const sent: Mail[] = []
  const mailer = {
    send: async (mail: Mail) => {
      await behave()
      sent.push(mail)
    },
  }
  return { sent, deps: { ...server.deps, mailer } }
}
const jobs = () => server.db.selectFrom('jobs').selectAll().execute()

describe('the recipients of each mail', () => {
  test('an invited person gets a mail with project, role, message and a link, unless they have switched it off', async () => {
    const { owner, other, params } = await pair()
    const silent = await person()
    await switchOff(silent.id, 'email_on_invitation')
    const body = { role: 'admin', message: 'Join <us>!' } as const
    for (const { id } of [other, silent])
      await owner.api.memberships.invite({ params: { ...params, userId: id }, body })
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    expect(sent.map(({ to, kind }) => [to, kind])).toEqual([[other.email, 'project-invitation']])
    expect(sent[0]?.text).toContain('“Tide tables” as an admin')
    expect(sent[0]?.text).toContain(`${server.origin}/my-projects#invited`)
    expect(sent[0]?.text).toContain(`${owner.username} writes:\n> Join <us>!`)
    expect(sent[0]?.html).toContain('Join &lt;us&gt;!')
    expect(sent[0]?.text).toContain(
      `switch this kind of mail off in your notification settings:\n${server.origin}/settings`,
    )
    expect(await jobs()).toEqual([])
  })

  test('a person who made a request gets a mail about its answer; withdrawing a request mails nobody', async () => {
    const { owner, other, params } = await pair()
    const invitee = await person()
    await other.api.projects.apply({ params, body: {} })
    await owner.api.memberships.answer({ params: { ...params, userId: other.id }, body: { accept: true } })
    await owner.api.memberships.invite({ params: { ...params, userId: invitee.id }, body: {} })
    await invitee.api.memberships.answer({ params: { ...params, userId: invitee.id }, body: { accept: false } })
    const withdrawing = await person()
    await withdrawing.api.projects.apply({ params, body: {} })
    await withdrawing.api.memberships.answer({ params: { ...params, userId: withdrawing.id }, body: { accept: false } })
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    const answers = sent.filter(({ kind }) => kind === 'request-answered')
    expect(answers.map(({ to }) => to).sort()).toEqual([other.email, owner.email].sort())
    expect(answers.find(({ to }) => to === other.email)?.text).toContain('was approved')
    expect(answers.find(({ to }) => to === owner.email)?.text).toContain(`${invitee.username} has declined`)
    // The invitation was answered before its mail left, so there is nothing to invite to any more.
    expect(sent).toHaveLength(2)
  })

  test('a person’s switches decide at the moment of sending', async () => {
    const { owner, other, params } = await pair()
    await other.api.projects.apply({ params, body: {} })
    await owner.api.memberships.answer({ params: { ...params, userId: other.id }, body: { accept: false } })
    await switchOff(other.id, 'email_on_request_answered')
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    expect(sent).toEqual([])
    expect(await jobs()).toEqual([])
  })

  test('an assignee gets a mail about a task that is made for or given to them, but not about one they took themselves', async () => {
    const { owner, other, params } = await pair()
    await createMembership(server, params.id, other.id)
    const task = { title: 'Draw the table', description: 'By hand.', projectID: params.id }
    const { data } = await owner.api.tasks.create({ body: { ...task, assignedToID: other.id } })
    const { data: mine } = await owner.api.tasks.create({ body: { ...task, assignedToID: owner.id } })
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    expect(sent.map(({ to, kind }) => [to, kind])).toEqual([[other.email, 'task-assigned']])
    expect(sent[0]?.text).toContain('“Draw the table”')
    expect(sent[0]?.text).toContain(`in your notification settings:\n${server.origin}/settings/notifications`)
    // The task is saved again with the same assignee, which is no news.
    await owner.api.tasks.update({ params: { id: data.id }, body: { title: 'Draw tables', assignedToID: other.id } })
    await owner.api.tasks.update({ params: { id: mine.id }, body: { assignedToID: other.id } })
    await runDueJobs(deps, allJobs)
    expect(sent).toHaveLength(2)
    await switchOff(other.id, 'email_on_task_assigned')
    await owner.api.tasks.create({ body: { ...task, assignedToID: other.id } })
    await runDueJobs(deps, allJobs)
    expect(sent).toHaveLength(2)
  })
})

describe('names of people in mails', () => {
  test('invitations, answers and tasks call their sender by name and username, and greet by name', async () => {
    const owner = await createPerson(server, { name: 'Ada Lovelace' })
    const other = await createPerson(server, { name: 'Grace Hopper' })
    const { id } = await createProject(server, owner.id, { title: 'Tide tables' })
    await owner.api.memberships.invite({ params: { id, userId: other.id }, body: { message: 'Please' } })
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    await other.api.memberships.answer({ params: { id, userId: other.id }, body: { accept: true } })
    await runDueJobs(deps, allJobs)
    const task = { title: 'Draw', description: 'By hand.', projectID: id }
    await owner.api.tasks.create({ body: { ...task, assignedToID: other.id } })
    await runDueJobs(deps, allJobs)
    const ada = `Ada Lovelace (@${owner.username})`
    const grace = `Grace Hopper (@${other.username})`
    expect(sent.map(({ subject }) => subject)).toEqual([
      `${ada} invites you to Tide tables`,
      `${grace} has accepted your invitation to Tide tables`,
      'Your task in Tide tables: Draw',
    ])
    expect(sent[0]?.text).toContain(`Hello Grace Hopper,\n\n${ada} invites you to the project`)
    expect(sent[0]?.text).toContain(`${ada} writes:\n> Please`)
    expect(sent[1]?.text).toContain(`Hello Ada Lovelace,\n\n${grace} has accepted`)
    expect(sent[2]?.text).toContain(`Hello Grace Hopper,\n\n${ada} has assigned you`)
  })

  test('a decision on a creator application greets by name', async () => {
    const applicant = await createPerson(server, { name: 'Grace Hopper' })
    const admin = await createPerson(server, { isAdministrator: true })
    const { data } = await applicant.api.creatorApplications.apply({ body: {} })
    await admin.api.creatorApplications.approve({ params: { id: data.id }, body: {} })
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    expect(sent[0]?.text).toMatch(/^Hello Grace Hopper,\n/)
  })

  test('a name cannot become markup, a line or a header of a mail, and cannot hide whose username it is', async () => {
    const owner = await createPerson(server, { name: '<b>Ada</b>\r\nBcc: all@x.test (@admin)' })
    const other = await createPerson(server, { name: 'Grace\n\n123456' })
    const { id } = await createProject(server, owner.id, { title: 'Tide tables' })
    await owner.api.memberships.invite({ params: { id, userId: other.id }, body: {} })
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    const who = `<b>Ada</b> Bcc: all@x.test (@admin) (@${owner.username})`
    expect(sent[0]?.subject).toBe(`${who} invites you to Tide tables`)
    expect(sent[0]?.text).toContain(`Hello Grace 123456,\n\n${who} invites you`)
    expect(sent[0]?.html).toContain('&lt;b&gt;Ada&lt;/b&gt; Bcc:')
    expect(sent[0]?.html).not.toContain('<b>')
  })
})

describe('mails about a creator application', () => {
  const applied = async () => {
    const [applicant, admin] = [await person(), await createPerson(server, { isAdministrator: true })]
    const { data } = await applicant.api.creatorApplications.apply({ body: {} })
    return { applicant, calls: admin.api.creatorApplications, params: { id: data.id } }
  }

  test('[CAPP-17] the applicant gets a mail that the application was rejected, with the reason given', async () => {
    const { applicant, calls, params } = await applied()
    await calls.reject({ params, body: { reason: 'Too little\n\n123456\n\nto go by.' } })
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    expect(sent).toMatchObject([{ to: applicant.email, kind: 'application-decided' }])
    expect(sent[0]?.subject).toBe('Your application to become a creator was rejected')
    expect(sent[0]?.text).toContain('The reason given:\n> Too little 123456 to go by.')
    expect(sent[0]?.text).toContain(`${server.origin}/creator-application`)
  })

  test('[CAPP-17] the applicant gets a mail that the application was approved; a refused decision mails nothing', async () => {
    const { applicant, calls, params } = await applied()
    await calls.update({ params, body: { status: 1, reason: 'Welcome.' } })
    await expect(calls.approve({ params, body: {} })).rejects.toEqual(refused(409))
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [applicant.email, 'Your application to become a creator was approved'],
    ])
    expect(sent[0]?.text).toContain('You can create projects now.')
    expect(sent[0]?.text).toContain('> Welcome.')
  })
})

/** Queues jobs whose mails are due, and returns the recipients' addresses. */
const invitations = async (count: number): Promise<string[]> => {
  const { owner, params } = await pair()
  const people = await Promise.all(Array.from({ length: count }, person))
  for (const { id } of people) await owner.api.memberships.invite({ params: { ...params, userId: id }, body: {} })
  return people.map(({ email }) => email)
}

describe('the queue', () => {
  test('a change that is refused or rolled back leaves no job', async () => {
    const { owner, other, params } = await pair()
    const invite = { params: { ...params, userId: other.id }, body: {} }
    await owner.api.memberships.invite(invite)
    await expect(owner.api.memberships.invite(invite)).rejects.toEqual(refused(409))
    const failing = withTx(server.db, async (tx) => {
      await enqueue(tx, answerMail, { requestID: uuidv7() }, server.clock.now())
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await jobs()).toHaveLength(1)
  })

  test('three workers at once send each mail exactly once', async () => {
    const people = await invitations(24)
    const { sent, deps } = collecting(() => new Promise((resolve) => setTimeout(resolve, 5)))
    await Promise.all([runDueJobs(deps, allJobs), runDueJobs(deps, allJobs), runDueJobs(deps, allJobs)])
    expect(sent.map(({ to }) => to).sort()).toEqual([...people].sort())
    expect(await jobs()).toEqual([])
  })

  test('a job of a dead worker is done by another one once its lease has ended, under the same ID, and not before', async () => {
    const [email] = await invitations(1)
    const [held] = await claimJobs(server.db, server.clock.now(), 10)
    const { sent, deps } = collecting()
    server.clock.advance(290)
    await runDueJobs(deps, allJobs)
    expect(sent).toEqual([])
    server.clock.advance(20)
    await runDueJobs(deps, allJobs)
    expect(sent.map(({ to, id }) => [to, id])).toEqual([[email, held?.id]])
  })

  test('a worker that was only slow cannot take back the job that another worker has now', async () => {
    await invitations(1)
    const [slow] = await claimJobs(server.db, server.clock.now(), 10)
    server.clock.advance(301)
    const [other] = await claimJobs(server.db, server.clock.now(), 10)
    expect(other?.id).toBe(slow?.id)
    if (slow) await finishJob(server.db, slow)
    if (slow) await failJob(server.db, slow, 'too late', server.clock.now())
    expect(await jobs()).toMatchObject([{ attempts: 2, last_error: null }])
    if (other) await finishJob(server.db, other)
    expect(await jobs()).toEqual([])
  })

  test('a mail that the server refuses is tried again, later each time, and given up after twelve tries', async () => {
    await invitations(1)
    let tries = 0
    const { deps } = collecting(async () => {
      tries += 1
      throw new Error('421 try later')
    })
    await runDueJobs(deps, allJobs)
    await runDueJobs(deps, allJobs)
    expect(tries).toBe(1)
    server.clock.advance(16)
    await runDueJobs(deps, allJobs)
    server.clock.advance(16)
    await runDueJobs(deps, allJobs)
    expect(tries).toBe(2)
    for (let hour = 0; hour < 20; hour++) {
      server.clock.advance(3_601)
      await runDueJobs(deps, allJobs)
    }
    expect(tries).toBe(12)
    expect(await jobs()).toMatchObject([{ last_error: '421 try later', attempts: 12 }])
    server.clock.advance(31 * 24 * 3600)
    await removeOldJobs(server.db, allJobs, server.clock.now())
    expect(await jobs()).toEqual([])
  })

  test('a mail that waited a month for a mail server is never sent: a starting worker or housekeeping deletes its job', async () => {
    await invitations(1)
    server.clock.advance(31 * 24 * 3600)
    const { sent, deps } = collecting()
    const stop = startWorker(deps, allJobs)
    await expect.poll(jobs).toEqual([])
    await stop()
    expect(sent).toEqual([])
    await invitations(1)
    server.clock.advance(29 * 24 * 3600)
    await removeExpired(server)
    expect(await jobs()).toHaveLength(1)
    server.clock.advance(2 * 24 * 3600)
    await removeExpired(server)
    expect(await jobs()).toEqual([])
  })

  test('one job that cannot be done does not hold up the others', async () => {
    await withTx(server.db, (tx) =>
      tx
        .insertInto('jobs')
        .values({ id: uuidv7(), kind: 'unknown', payload: '{}', run_at: new Date(0) })
        .execute(),
    )
    const [email] = await invitations(1)
    const { sent, deps } = collecting()
    await runDueJobs(deps, allJobs)
    expect(sent.map(({ to }) => to)).toEqual([email])
    expect(await jobs()).toMatchObject([{ kind: 'unknown', attempts: 1 }])
  })

  test('a started worker sends mails by itself, and stopping it waits for the mail being sent', async () => {
    await invitations(1)
    let release = () => {}
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const { sent, deps } = collecting(() => {
      begin()
      return new Promise((resolve) => (release = resolve))
    })
    const stop = startWorker(deps, allJobs)
    await begun
    const stopped = stop()
    release()
    await stopped
    expect(sent).toHaveLength(1)
    expect(await jobs()).toEqual([])
  })

  test('a worker survives an unreachable database, and sends when the database is back', async () => {
    const [email] = await invitations(1)
    const { sent, deps } = collecting()
    const away = createDb('postgres://nobody@127.0.0.1:9/none')
    let db = away
    let turns = 0
    const outage = {
      ...deps,
      get db() {
        turns += 1
        return db
      },
    }
    const stop = startWorker(outage, allJobs, { everyMs: 20 })
    await expect.poll(() => turns).toBeGreaterThan(2)
    expect(sent).toEqual([])
    db = server.db
    await expect.poll(() => sent.map(({ to }) => to)).toEqual([email])
    await stop()
    await away.destroy()
  })
})
