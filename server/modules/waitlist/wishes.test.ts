import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPerson, createProject, createUser, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { startTestApp, testApp } from '#support/server.ts'

const server = testApp()

let admin: Awaited<ReturnType<typeof createPerson>>
beforeEach(async () => {
  admin = await createPerson(server, { isAdministrator: true })
  await server.db.deleteFrom('waitlist_entries').execute()
})

const address = () => `${unique('wish')}@example.org`
type Wishing = Parameters<ReturnType<typeof server.client>['waitlist']['subscribe']>[0]['body']
const subscribe = (body: Wishing) => server.client().waitlist.subscribe({ body })
const entryOf = async (email: string) => (await admin.api.waitlist.list({ query: { q: email } })).data[0]

/** A published project with a task, and one that nobody may know of. */
const projects = async () => {
  const owner = await createPerson(server, { accountType: 'creator' })
  const open = await createProject(server, owner.id, { title: 'Harbour map' })
  const draft = await createProject(server, owner.id, { title: 'Secret', status: 0 })
  const taskIn = async (projectID: string, takers?: 'anyone' | 'members', mode: 'claim' | 'apply' = 'claim') => {
    const body = { projectID, title: 'Draw the map', description: 'Work.' }
    const { id } = (await owner.api.tasks.create({ body })).data
    if (takers) await owner.api.offers.set({ params: { id }, body: { amountCents: 0, mode, takers } })
    return id
  }
  return { open, draft, taskIn }
}

describe('the wish', () => {
  test('[ENTRY-14] is kept with where it was made, and read by administrators alone', async () => {
    const { open, taskIn } = await projects()
    const taskID = await taskIn(open.id, 'anyone')
    const [email, other] = [address(), address()]
    expect(await subscribe({ email, want: 'work', from: { taskID } })).toEqual({
      beta: false,
      message: 'You are on the waitlist.',
    })
    await subscribe({ email: other, want: 'getWorkDone', from: { projectID: open.id } })
    expect(await entryOf(email)).toMatchObject({
      want: 'work',
      from: { taskID, projectID: open.id, title: 'Draw the map' },
    })
    expect(await entryOf(other)).toMatchObject({
      want: 'getWorkDone',
      from: { taskID: null, projectID: open.id, title: 'Harbour map' },
    })
    const found = await admin.api.waitlist.list({ query: { want: 'work' } })
    expect(found.data.map((entry) => entry.email)).toEqual([email])
    const { api } = await createPerson(server)
    await expect(api.waitlist.list({ query: { want: 'work' } })).rejects.toEqual(refused(403))
  })

  test('[ENTRY-20] leads the account that is made of it to that very task, also when it was taken since', async () => {
    const { open, taskIn } = await projects()
    const taskID = await taskIn(open.id, 'anyone')
    const { id, api } = await createPerson(server)
    const { email } = await server.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    const wish = async () => (await api.users.profile({})).data.wish
    expect(await wish()).toBeNull()
    await server.db.insertInto('waitlist_entries').values({ id: uuidv7(), email, from_task_id: taskID }).execute()
    const task = { id: taskID, number: '1', isOffered: true }
    expect(await wish()).toEqual({ projectID: open.id, task, isInvited: false })
    const { api: quicker } = await createPerson(server)
    await quicker.claims.take({ params: { id: taskID }, body: { idempotencyKey: uuidv7() } })
    expect(await wish()).toEqual({ projectID: open.id, task, isInvited: false })
    await api.users.welcome({ body: {} })
    expect(await wish()).toBeNull()
  })

  test('[ENTRY-14] a task or project that not everybody may know is not kept, and the answer does not tell', async () => {
    const { open, draft, taskIn } = await projects()
    const tasks = [await taskIn(draft.id), await taskIn(open.id), await taskIn(open.id, 'members')]
    const unknown = '01890000-0000-7000-8000-00000000dead'
    const answers = []
    for (const from of [...[...tasks, unknown].map((taskID) => ({ taskID })), { projectID: draft.id }]) {
      const email = address()
      answers.push(await subscribe({ email, from }))
      expect((await entryOf(email))?.from).toBeNull()
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  test('[ENTRY-15] asking again changes the wish alone, and says the same; nothing tells a place', async () => {
    const { open } = await projects()
    const email = address()
    const first = await subscribe({ email, want: 'work', from: { projectID: open.id } })
    const before = await entryOf(email)
    server.clock.advance(60)
    expect(await subscribe({ email: email.toUpperCase(), want: 'getWorkDone' })).toEqual(first)
    expect(await entryOf(email)).toEqual({ ...before, want: 'getWorkDone' })
    // Without a wish the former stays.
    expect(await subscribe({ email })).toEqual(first)
    expect((await entryOf(email))?.want).toBe('getWorkDone')
    expect(Object.keys(first).sort()).toEqual(['beta', 'message'])
  })
})

describe('inviting the next', () => {
  /** Addresses that join one after the other. */
  const waiting = async (...wants: Array<'work' | 'getWorkDone' | undefined>) => {
    const emails: string[] = []
    for (const want of wants) {
      const email = address()
      await subscribe({ email, ...(want && { want }) })
      server.clock.advance(1)
      emails.push(email)
    }
    return emails
  }
  const next = async (body: { count: number; want?: 'work' | 'getWorkDone' }, api = admin.api) =>
    (await api.waitlist.inviteNext({ body })).data.map(({ email }) => email)

  test('[ENTRY-17] takes addresses in the order of joining, each once, and those with the wish', async () => {
    const [first, second, third, fourth] = await waiting('work', 'getWorkDone', 'work', undefined)
    expect(await next({ count: 1 })).toEqual([first])
    expect(await next({ count: 5, want: 'work' })).toEqual([third])
    expect(await next({ count: 5 })).toEqual([second, fourth])
    expect(await next({ count: 5 })).toEqual([])
    expect((await entryOf(first ?? ''))?.isInvited).toBe(true)
  })

  test('[ENTRY-17] passes over who has an account, and mails each of the others one link', async () => {
    const [first, second] = await waiting('work', 'work')
    const person = await createPerson(server)
    await server.db
      .updateTable('users')
      .set({ email: first ?? '' })
      .where('id', '=', person.id)
      .execute()
    expect(await next({ count: 10 })).toEqual([second])
    const id = (await entryOf(second ?? ''))?.id
    const jobs = await server.db.selectFrom('jobs').select('payload').where('kind', '=', 'waitlist-mail').execute()
    expect(jobs.filter(({ payload }) => JSON.stringify(payload).includes(id ?? 'nobody'))).toHaveLength(1)
  })

  test('[ENTRY-17] two administrators who press at once at two processes never invite the same address', async () => {
    const other = await startTestApp({ url: server.databaseUrl, clock: server.clock })
    try {
      const { accessToken } = await createUser(server, { isAdministrator: true })
      const colleague = other.client(accessToken)
      const emails = await waiting(...Array.from({ length: 20 }, () => 'work' as const))
      const results = await Promise.all([
        next({ count: 10 }),
        next({ count: 10 }, colleague),
        next({ count: 10 }, colleague),
      ])
      const invited = results.flat()
      expect(new Set(invited).size).toBe(invited.length)
      // What one has passed over because another held it waits for the next press.
      expect([...invited, ...(await next({ count: 20 }))].sort()).toEqual([...emails].sort())
    } finally {
      await other.close()
    }
  })
})

describe('the funnel', () => {
  test('[ENTRY-18] its numbers are those of the database, by the week of joining and in all', async () => {
    const add = (email: string, day: string, more: object = {}) =>
      server.db
        .insertInto('waitlist_entries')
        .values({ id: uuidv7(), email, created_at: new Date(`${day}T23:30:00Z`), ...more })
        .execute()
    const owner = await createPerson(server, { accountType: 'creator' })
    const project = await createProject(server, owner.id)
    const [applicant, idle] = [await createPerson(server), await createPerson(server)]
    await applicant.api.projects.apply({ params: { id: project.id }, body: {} })
    await owner.api.tasks.create({ body: { projectID: project.id, title: 'Draw', description: 'Work.' } })
    // A Sunday and the Monday after it, in UTC.
    await add(address(), '2026-06-07')
    await add(address(), '2026-06-08', { is_invited: true })
    await add(applicant.email.toUpperCase(), '2026-06-08', { is_invited: true })
    await add(address(), '2026-06-10', { is_invited: true, registered_user_id: idle.id })
    await add(owner.email, '2026-06-10')
    const { data } = await admin.api.waitlist.funnel({})
    expect(data).toEqual({
      total: { joined: 5, waiting: 1, invited: 3, registered: 3, acted: 2 },
      weeks: [
        { week: '2026-06-08', joined: 4, waiting: 0, invited: 3, registered: 3, acted: 2 },
        { week: '2026-06-01', joined: 1, waiting: 1, invited: 0, registered: 0, acted: 0 },
      ],
    })
  })

  test('[ENTRY-18] an application to a task is a first act, too', async () => {
    const { open, taskIn } = await projects()
    const { id, email, api } = await createPerson(server)
    await server.db.insertInto('waitlist_entries').values({ id: uuidv7(), email, registered_user_id: id }).execute()
    const body = { idempotencyKey: unique('apply-key-') }
    await api.claims.apply({ params: { id: await taskIn(open.id, 'anyone', 'apply') }, body })
    expect((await admin.api.waitlist.funnel({})).data.total).toMatchObject({ registered: 1, acted: 1 })
  })

  test('[ENTRY-18] an empty waitlist has noughts and no week', async () => {
    const { data } = await admin.api.waitlist.funnel({})
    expect(data).toEqual({ total: { joined: 0, waiting: 0, invited: 0, registered: 0, acted: 0 }, weeks: [] })
  })
})
