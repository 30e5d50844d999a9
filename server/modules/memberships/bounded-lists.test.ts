import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Api } from '#shared/api-client/index.ts'
import { createCreator, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
let api: Api
let id: string
let ownerID: string
beforeAll(async () => {
  const owner = await createCreator(server)
  api = server.client(owner.accessToken)
  ownerID = owner.user.id
  id = (await createProject(server, ownerID)).id
  await sql`insert into users (id, email, username, password_hash, is_email_verified)
    select gen_random_uuid(), 'u' || n || '@x.test', 'u' || n, '-', true from generate_series(1, 999) n`.execute(
    server.db,
  )
})
/** Each test starts with only the owner in the lists, whichever list was filled before. */
beforeEach(async () => {
  await sql`delete from project_requests`.execute(server.db)
  await sql`delete from memberships where user_id <> ${ownerID} or project_id <> ${id}`.execute(server.db)
  await sql`delete from users where username = 'l'`.execute(server.db)
  // PostgreSQL plans by what it knows of the tables, which another test has just filled and emptied.
  await sql`analyze projects, memberships, project_requests`.execute(server.db)
})

type Listing = () => Promise<{ data: readonly unknown[]; message?: string | undefined }>
const others = sql`(select id, row_number() over () as n from users where username like 'u%' and password_hash = '-') as u`
const requests = (kind: 'application' | 'invitation') => sql`
  insert into project_requests (id, project_id, user_id, kind, status, created_by)
  select gen_random_uuid(), ${id}, u.id, ${kind}, 2, u.id from ${others} where n <= 500`
const oneRequest = (kind: 'application' | 'invitation') => sql`
  insert into project_requests (id, project_id, user_id, kind, status, created_by)
  select gen_random_uuid(), ${id}, u.id, ${kind}, 2, u.id from ${others} where n = 1`
const ownRequests = (count: number, kind: 'application' | 'invitation') => sql`
  insert into project_requests (id, project_id, user_id, kind, status, created_by)
  select gen_random_uuid(), ${id}, ${ownerID}, ${kind}, 2, ${ownerID} from generate_series(1, ${count}::integer)`
const ownProjects = (count: number) => sql`
  with made as (insert into projects (id, title, description, created_by)
    select gen_random_uuid(), 'P', 'D', ${ownerID} from generate_series(1, ${count}::integer) returning id)
  insert into memberships (project_id, user_id, role) select id, ${ownerID}, 'owner' from made`

const lists: Array<[string, number, () => ReturnType<typeof sql>, () => ReturnType<typeof sql>, Listing]> = [
  [
    'members',
    1_000,
    () => sql`insert into memberships (project_id, user_id, role) select ${id}, u.id, 'member' from ${others}`,
    () => sql`with one as (insert into users (id, email, username, password_hash) values (gen_random_uuid(), 'l@x.test', 'l', '-') returning id)
      insert into memberships (project_id, user_id, role) select ${id}, id, 'member' from one`,
    () => api.memberships.members({ params: { id } }),
  ],
  ...(['application', 'invitation'] as const).map((kind): (typeof lists)[number] => [
    'requests',
    500,
    () => requests(kind),
    () => oneRequest(kind),
    () => api.memberships.requests({ params: { id }, query: { type: kind === 'application' ? 'received' : 'sent' } }),
  ]),
  ...(['application', 'invitation'] as const).map((kind): (typeof lists)[number] => [
    'requests',
    500,
    () => ownRequests(500, kind),
    () => ownRequests(1, kind),
    () => api.users.requests({ query: { type: kind === 'application' ? 'sent' : 'received' } }),
  ]),
]

test.each(lists)(
  '[WIRE-04] a list of %s that was cut off says that it stops at %i',
  async (what, max, fill, addOne, list) => {
    await fill().execute(server.db)
    const whole = await list()
    expect([whole.data.length, whole.message]).toEqual([max, undefined])
    await addOne().execute(server.db)
    const cut = await list()
    expect(cut.data).toHaveLength(max)
    expect(cut.message).toBe(`Only the first ${max.toLocaleString('en-US')} ${what} are listed; there are more.`)
  },
)

test('[WIRE-04] the lists of one’s own projects say so, too', async () => {
  await ownProjects(499).execute(server.db)
  const listings: Listing[] = [() => api.users.projects({}), () => api.projects.owned({ query: {} })]
  for (const list of listings) {
    const { data, message } = await list()
    expect([data.length, message]).toEqual([500, undefined])
  }
  await ownProjects(1).execute(server.db)
  for (const list of listings) {
    const { data, message } = await list()
    expect([data.length, message]).toEqual([500, 'Only the first 500 projects are listed; there are more.'])
  }
})
