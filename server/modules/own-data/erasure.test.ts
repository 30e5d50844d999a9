import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject, createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { plantReport } from '#support/planted-report.ts'
import { plantDispute } from '#support/planted-dispute.ts'
import { plantRecords } from '#support/planted-records.ts'
import { TINY_PICTURE } from '#support/pictures.ts'
import { type TestApp, testApp } from '#support/server.ts'
import { openSession } from '../auth/sessions.ts'
import { deleteDueAccounts } from './erasure.ts'
import { personalTables } from './tables.ts'

const DAY = 24 * 60 * 60
const server = testApp({ keepsFiles: true })
const at = () => server.clock.now()
const later = () => new Date(at().getTime() + 99 * DAY * 1000)

/** A person who has done whatever one can do here, beside somebody who goes on. */
const world = async () => {
  const word = unique('quill')
  const name = `Zara Q${word.slice(1)}ovna`
  const { user, accessToken } = await createUser(server, {
    username: word,
    name,
    email: `${word}@mail.test`,
  })
  const ada = { ...user, name, accessToken, api: server.client(accessToken) }
  const ben = await createPerson(server)
  const project = await createProject(server, ben.id)
  await createMembership(server, project.id, ada.id, 'admin')
  const own = await createProject(server, ada.id, { isArchived: true })
  const task = async (who: typeof ben) =>
    (await who.api.tasks.create({ body: { projectID: project.id, title: 'Draw', description: 'Work.' } })).data
  const [mine, theirs, done] = [await task(ada), await task(ben), await task(ben)]
  await ben.api.tasks.update({ params: { id: theirs.id }, body: { assignedToID: ada.id } })
  await ben.api.tasks.update({ params: { id: done.id }, body: { assignedToID: ada.id } })
  await ben.api.tasks.update({ params: { id: done.id }, body: { status: 4 } })
  const say = (who: typeof ben, id: string) =>
    who.api.comments.create({ params: { id }, body: { body: 'Hello.', idempotencyKey: randomUUID() } })
  const [said, answered] = [(await say(ada, mine.id)).data, (await say(ben, mine.id)).data]
  await ada.api.users.setPicture({ body: { picture: TINY_PICTURE } })
  await ada.api.users.updateProfile({
    body: { bio: word, headline: word, skills: [word], links: [`https://${word}.test`] },
  })
  await ada.api.savedProjects.add({ params: { id: project.id }, body: {} })
  await ada.api.savedSearches.create({ body: { name: word, search: { q: word } } })
  await ada.api.tokens.create({ body: { name: word, scopes: ['read'], endsAt: later().toISOString() } })
  const form = new FormData()
  form.append('file', new Blob([word]), `${word}.txt`)
  const headers = { authorization: `Bearer ${ada.accessToken}` }
  await fetch(`${server.origin}/api/projects/${project.id}/files`, { method: 'POST', body: form, headers })
  await ada.api.ownData.askExport({ body: {} })
  await server.deps.background.idle()
  const request = { kind: 'application', message: word, letter: word } as const
  const [open, closed] = [uuidv7(), uuidv7()]
  const other = await createProject(server, ben.id)
  await server.db
    .insertInto('project_requests')
    .values([
      {
        id: open,
        user_id: ada.id,
        created_by: ada.id,
        ...request,
        project_id: other.id,
        kind: 'application',
        letter: word,
      },
      { id: closed, user_id: ben.id, created_by: ben.id, project_id: project.id, ...request, status: 2 },
    ])
    .execute()
  await server.db
    .insertInto('comments')
    .values({ id: uuidv7(), request_id: open, author_id: ben.id, idempotency_key: 'k', body: word, created_at: at() })
    .execute()
  await server.db
    .insertInto('private_marks')
    .values([
      { request_id: open, notes: word },
      { request_id: closed, notes: 'Good.' },
    ])
    .execute()
  await server.db
    .insertInto('payment_recordings')
    .values({ id: closed, project_id: project.id, recorded_by: ben.id, idempotency_key: 'k', request_hash: 'h' })
    .execute()
  await server.db
    .insertInto('payments')
    .values({
      id: open,
      recording_id: closed,
      position: 0,
      project_id: project.id,
      user_id: ada.id,
      amount_cents: 500,
      currency: 'EUR',
    })
    .execute()
  await plantRows(ada.id, word, mine.id)
  return { ada, ben, project, own, mine, theirs, done, said, answered, word, open }
}

/** Rows of the tables that the calls above leave without one. */
const plantRows = async (me: string, word: string, taskID: string): Promise<void> => {
  const { db } = server
  const proof = () => ({ id: uuidv7(), user_id: me, created_at: at(), expires_at: later() })
  await db
    .insertInto('email_changes')
    .values({ ...proof(), new_email: `${word}@mail.test`, code_hash: word })
    .execute()
  await db
    .insertInto('email_recoveries')
    .values({ ...proof(), old_email: `${word}@mail.test`, left_email: `${word}@mail.test` })
    .execute()
  await db
    .insertInto('email_verification_tokens')
    .values({ ...proof(), token_hash: word })
    .execute()
  await db
    .insertInto('one_time_codes')
    .values({ ...proof(), code_hash: word })
    .execute()
  await db
    .insertInto('reset_tokens')
    .values({ ...proof(), token_hash: word })
    .execute()
  await db
    .insertInto('known_devices')
    .values({ user_id: me, device: word, first_seen_at: at(), last_seen_at: at() })
    .execute()
  await db.insertInto('creator_applications').values({ id: uuidv7(), user_id: me, status: 2, reason: word }).execute()
  await db.insertInto('notice_mails').values({ user_id: me, last_digest_at: at() }).execute()
  await db
    .insertInto('notification_settings')
    .values({ user_id: me, groups: '{}', digest_hour: 8, hide_previews: false, time_zone: 'Europe/Berlin' })
    .execute()
  await db
    .insertInto('task_follows')
    .values({ user_id: me, task_id: taskID, state: 'following' })
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('notifications')
    .values({
      ...{ user_id: me, thread: uuidv7(), notice_group: 'account', kind: 'account.tokenMade', first_event: uuidv7() },
      ...{ events: '[]', created_at: at(), updated_at: at(), title: word },
    })
    .execute()
  const { project_id } = await db.selectFrom('tasks').select('project_id').where('id', '=', taskID).executeTakeFirstOrThrow() // prettier-ignore
  const claim = { id: uuidv7(), project_id, task_id: taskID, user_id: me, terms: '{}' }
  await db
    .insertInto('claims')
    .values({
      ...claim,
      ...{ kind: 'claimed', state: 'returned', claimed_at: at(), ended_at: at() },
      own_comments: JSON.stringify([{ body: word }]),
    })
    .execute()
  await db
    .insertInto('project_people')
    .values({ project_id, user_id: me, mark: 'vouched', marked_by: me, marked_at: at() })
    .execute()
  const proposal = { id: uuidv7(), claim_id: claim.id, made_by: me, amount_cents: 300, text: 'Less.' }
  await db
    .insertInto('proposals')
    .values({ ...proposal, side: 'holder', idempotency_key: 'k', created_at: at(), ends_at: later() })
    .execute()
  await plantReport(db, { projectID: project_id, by: me, text: word, at: at() })
  await plantDispute(db, { claimID: claim.id, by: me, at: at(), later: later() })
  await sql`insert into calendars values (${me}, ${word}, false, ${at()})`.execute(db)
  await db.insertInto('saved_tasks').values({ user_id: me, task_id: taskID, saved_at: at() }).execute()
  const wanted = { id: uuidv7(), project_id, email: `${word}@mail.test`, role: 'member' } as const
  await db
    .insertInto('address_invitations')
    .values({ ...wanted, message: word, invited_by: me, created_at: at() })
    .execute()
  await db
    .insertInto('waitlist_entries')
    .values({ id: uuidv7(), email: `${word}@mail.test`, registered_user_id: me })
    .execute()
  await db
    .insertInto('jobs')
    .values({ id: uuidv7(), kind: 'none', payload: '{}', run_at: later(), gave_up_at: at() })
    .execute()
  await db
    .insertInto('submissions')
    .values({
      ...{
        id: uuidv7(),
        task_id: taskID,
        round: 1,
        author_id: me,
        idempotency_key: word,
        request_hash: word,
        note: word,
      },
      ...{ links: [], files: '[]', remarks: '[]', created_at: at(), state: 'withdrawn', answered_at: at() },
    })
    .execute()
  await db
    .insertInto('two_step')
    .values({ user_id: me, sealed: Buffer.from('x'), key_id: 'k', created_at: at() })
    .execute()
  await db.insertInto('recovery_codes').values({ user_id: me, code_hash: word, created_at: at() }).execute()
  await db
    .insertInto('sign_in_challenges')
    .values({ ...proof(), token_hash: word })
    .execute()
  await plantRecords(db, me)
}

const delay = async (who: { api: ReturnType<TestApp['client']> }) => {
  await who.api.ownData.askDeletion({ body: { password: TEST_PASSWORD } })
  server.clock.advance(14 * DAY + 60)
}
/** All rows of a table as one text, but for columns that the list leaves as they are. */
const textOf = async (table: string): Promise<string> => {
  const left = personalTables[table]?.stays?.columns ?? []
  const { rows } = await sql<{ all: string | null }>`
    select string_agg((to_jsonb(t) - ${[...left]}::text[])::text, '|') as all from ${sql.table(table)} t`.execute(
    server.db,
  )
  return rows[0]?.all ?? ''
}

test('[ACCT-29] after 14 days the account reads former member once, and tasks and payments stay', async () => {
  const { ada, ben, mine, theirs, done, said, open, own } = await world()
  await delay(ada)
  await Promise.all([1, 2, 3].map(() => deleteDueAccounts(server.deps)))
  const row = await server.db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    username: 'former member',
    name: '',
    email: '',
    bio: '',
    headline: '',
    skills: [],
    links: [],
  })
  const ended = await server.db
    .selectFrom('events')
    .select('kind')
    .where('subject_id', '=', ada.id)
    .where('kind', '=', 'account.deleted')
    .execute()
  expect(ended).toHaveLength(1)

  const api = server.client((await openSession(server.deps, server.db, ben.id)).accessToken)
  const read = async (id: string) => (await api.tasks.get({ params: { id } })).data
  expect(await read(mine.id)).toMatchObject({ title: 'Draw' })
  // What was unfinished is free again; what is completed stays theirs.
  expect((await read(theirs.id)).assignedToID).toBeNull()
  expect(await read(done.id)).toMatchObject({ assignedToID: ada.id, assignedToUsername: 'former member', status: 4 })
  const feed = await api.comments.feed({ params: { id: mine.id }, query: { show: 'comments' } })
  expect(JSON.stringify(feed)).toContain('former member')
  expect(JSON.stringify(feed)).toContain(said.id)
  expect((await server.db.selectFrom('payments').select('user_id').where('id', '=', open).execute())[0]).toEqual({
    user_id: ada.id,
  })
  const request = await server.db.selectFrom('project_requests').selectAll().where('id', '=', open).executeTakeFirst()
  expect(request).toMatchObject({ message: null, letter: null, answers: [] })
  expect(request?.withdrawn_at).toBeInstanceOf(Date)
  expect(await server.db.selectFrom('memberships').select('user_id').where('user_id', '=', ada.id).execute()).toEqual(
    [],
  )
  expect((await server.db.selectFrom('projects').select('id').where('id', '=', own.id).execute()).length).toBe(1)
  // Nobody signs in any more, and a new account may have the name and the address.
  expect(await failureOf(ada.api.users.profile({}))).toMatchObject({ status: 401 })
  await createUser(server, { username: ada.username, email: ada.email })
  const profile = api.people.profileByUsername({ params: { username: 'former member' } })
  expect((await failureOf(profile)).status).toBeOneOf([404, 422])
})

test('[ACCT-29] no row of what the person had is left where the list says that rows go, and each such table had one', async () => {
  const { ada } = await world()
  const seat = { user_id: ada.id, seat: 1, stream_id: ada.id, held_until: new Date() }
  await server.db.insertInto('stream_seats').values(seat).execute()
  const tables = Object.entries(personalTables).filter(([, { rowsGo }]) => rowsGo !== undefined)
  const count = async (table: string, condition: string) => {
    const where = sql.raw<boolean>(condition.replaceAll(':me', `'${ada.id}'::uuid`))
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(server.db)
    return rows[0]?.n ?? 0
  }
  for (const [table, { rowsGo = '' }] of tables) expect(await count(table, rowsGo), table).toBeGreaterThan(0)
  await delay(ada)
  await deleteDueAccounts(server.deps)
  for (const [table, { rowsGo = '' }] of tables)
    if (table !== 'inbox_changes') expect(await count(table, rowsGo), table).toBe(0)
})

test('[ACCT-29] name and address, planted in every column of text, are in no table and no file afterwards', async () => {
  const { ada, word } = await world()
  const sentence = `By ${ada.email.toUpperCase()}, ${ada.name} and @${ada.username}.`
  const planted: string[] = []
  for (const [table, { texts = [], key = 'id' }] of Object.entries(personalTables))
    for (const column of texts) {
      const { rows } = await sql<{ type: string }>`
        select udt_name as type from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and column_name = ${column}`.execute(server.db)
      const value = {
        text: sql`${sentence}::text`,
        _text: sql`array[${sentence}::text, 'other']`,
        jsonb: sql`${JSON.stringify([{ text: sentence }])}::jsonb`,
      }[rows[0]?.type ?? '']
      if (!value) throw new Error(`${table}.${column} is of another kind.`)
      const done = await sql`update ${sql.table(table)} set ${sql.id(column)} = ${value}
        where ${sql.id(key)} = (select ${sql.id(key)} from ${sql.table(table)} order by 1 desc limit 1)`.execute(
        server.db,
      )
      if (done.numAffectedRows === 1n) planted.push(table)
    }
  const withTexts = Object.entries(personalTables).filter(([, { texts }]) => texts)
  expect([...new Set(planted)].toSorted()).toEqual(withTexts.map(([table]) => table).toSorted())
  const [beforeFiles] = [await readdir(server.dataDir, { recursive: true })]
  expect(beforeFiles.length).toBeGreaterThan(0)

  await delay(ada)
  await deleteDueAccounts(server.deps)
  for (const table of Object.keys(personalTables)) {
    const text = (await textOf(table)).toLowerCase()
    for (const name of [ada.email, ada.name, `@${ada.username}`])
      expect(text.includes(name.toLowerCase()), `${table}: ${name}`).toBe(false)
    // Texts that others wrote keep single words; what is the person's own has none.
    if (!personalTables[table]?.texts) expect(text.includes(word), table).toBe(false)
  }
  const paths = (await readdir(server.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  expect(paths.map(({ name }) => name)).toEqual([])
})

test('a rejection as long as it may be keeps no account from being deleted, and none that is gone is let in again', async () => {
  const { ada, ben } = await world()
  const project = await createProject(server, ben.id)
  const params = { id: project.id }
  await ada.api.projects.apply({ params, body: {} })
  const text = `${'x'.repeat(1000 - ada.username.length - 1)}@${ada.username}`
  const answer = { params: { ...params, userId: ada.id }, body: { accept: false, reason: 'other' as const, text } }
  await ben.api.memberships.answer(answer)
  const [{ id = '' } = {}] = (await ben.api.memberships.requests({ params, query: { type: 'received' } })).data
  await ada.api.ownData.askDeletion({ body: { password: TEST_PASSWORD } })
  // The answer is made again shortly before the account goes.
  server.clock.advance(14 * DAY + 60)
  await server.db
    .updateTable('project_requests')
    .set({ answered_at: server.clock.now() })
    .where('id', '=', id)
    .execute()
  await deleteDueAccounts(server.deps)
  const row = await server.db.selectFrom('users').select('deleted_at').where('id', '=', ada.id).executeTakeFirst()
  expect(row?.deleted_at).toBeInstanceOf(Date)
  const fresh = server.client((await openSession(server.deps, server.db, ben.id)).accessToken)
  expect((await failureOf(fresh.requests.reopen({ params: { id }, body: {} }))).status).toBe(409)
})

test('who leaves takes no name away that somebody else has, too', async () => {
  const { ada, mine, ben } = await world()
  await createUser(server, { name: ada.name.toUpperCase() })
  const body = { body: `Thanks, ${ada.name}!`, idempotencyKey: randomUUID() }
  const { data: said } = await ben.api.comments.create({ params: { id: mine.id }, body })
  await delay(ada)
  await deleteDueAccounts(server.deps)
  const [row] = await server.db.selectFrom('comments').select('body').where('id', '=', said.id).execute()
  expect(row?.body).toBe(body.body)
})

test('[ACCT-29] an account that cannot be deleted keeps no other waiting', async () => {
  const [ada, ben] = [await createPerson(server), await createPerson(server)]
  await ada.api.ownData.askDeletion({ body: { password: TEST_PASSWORD } })
  await ben.api.ownData.askDeletion({ body: { password: TEST_PASSWORD } })
  server.clock.advance(14 * DAY + 60)
  await sql`create function refuse_one() returns trigger language plpgsql as ${sql.lit(`begin
    if new.id = '${ada.id}' and new.deleted_at is not null then raise exception 'planted'; end if; return new; end`)}`.execute(
    server.db,
  )
  await sql`create trigger refuse_one before update on users for each row execute function refuse_one()`.execute(
    server.db,
  )
  await expect(deleteDueAccounts(server.deps)).rejects.toThrow('planted')
  const names = await server.db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [ada.id, ben.id])
    .execute()
  expect(new Map(names.map(({ id, username }) => [id, username]))).toEqual(
    new Map([
      [ada.id, ada.username],
      [ben.id, 'former member'],
    ]),
  )
  await sql`drop trigger refuse_one on users`.execute(server.db)
  await deleteDueAccounts(server.deps)
})
