import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creatorApplicationColumns } from '#shared/contract/index.ts'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { watchQueries } from '#support/query-plans.ts'
import { findCreatorApplicationPage, findCreatorApplicationsOf } from '../creator-applications/repository.ts'
import { findProfile, findProfileProjects } from '../people/repository.ts'
import { findRequestsOf } from '../users/requests-repository.ts'
import { findMembers, findMembersByText, findOthers, findProjectRequests } from './members-repository.ts'

let scratch: ScratchDatabase
let watched: ReturnType<typeof watchQueries>
const ids = { user: '', project: '' }
beforeAll(async () => {
  scratch = await createScratchDatabase()
  watched = watchQueries(scratch.url)
  await scratch.db.transaction().execute(async (tx) => {
    for (const statement of [
      // The test data satisfies the foreign keys anyway; checking them, and recording words row by row, would take most
      // of the time.
      sql`set local session_replication_role = replica`,
      sql`insert into users (id, email, username, password_hash, name, is_email_verified, reputation)
        select gen_random_uuid(), 'u' || n || '@x.test', 'u' || n, '-', chr(97 + n % 26) || chr(97 + n / 26 % 26) || 'son', true, n % 999
        from generate_series(1, 20000) n`,
      sql`insert into projects (id, title, description, status, created_by, created_at)
        select gen_random_uuid(), 'P', 'D', 1, id, now() - reputation * interval '1 hour' from users`,
      sql`insert into memberships (project_id, user_id, role) select id, created_by, 'owner' from projects`,
      sql`insert into tasks (id, project_id, task_number, title) select gen_random_uuid(), id, 1, 'T' from projects`,
      sql`insert into project_requests (id, project_id, user_id, kind, created_by)
        select gen_random_uuid(), p.id, u.id, (array['application', 'invitation'])[1 + k % 2], u.id
        from (select id, row_number() over () as n from projects) p cross join generate_series(1, 2) k
        join (select id, row_number() over () as n from users) u on u.n = 1 + (p.n * 7 + k) % 20000`,
      sql`insert into private_marks (request_id, label) select id, 'maybe' from project_requests where kind = 'application'`,
      sql`insert into creator_applications (id, user_id, status, created_at)
        select gen_random_uuid(), id, (array[0, 1, 2, 2, 2])[1 + reputation % 5], created_at from users cross join generate_series(1, 2) k
        where k = 1 or reputation % 5 > 1`,
    ])
      await statement.execute(tx)
  })
  await sql`vacuum analyze`.execute(scratch.db)
  const project = await scratch.db.selectFrom('projects').select(['id', 'created_by']).executeTakeFirstOrThrow()
  ids.project = project.id
  ids.user = project.created_by
}, 120_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

const first = { page: 1, limit: 10 }
const named = (text: string) => ({ folded: text, email: text })
const calls: Array<[name: string, call: () => Promise<unknown>]> = [
  ['the members', () => findMembers(watched.db, ids.project)],
  [
    'the project’s applications',
    () => findProjectRequests(watched.db, ids.project, ['application', 'taskApplication']),
  ],
  ['the project’s invitations', () => findProjectRequests(watched.db, ids.project, ['invitation'])],
  [
    'a search among members',
    () => findMembersByText(watched.db, ids.project, { folded: 'u1', email: 'u1@x.test' }, 20),
  ],
  ['people beside the members', () => findOthers(watched.db, ids.project, 20)],
  ['received requests', () => findRequestsOf(watched.db, ids.user, ['invitation'])],
  ['sent requests', () => findRequestsOf(watched.db, ids.user, ['application', 'taskApplication'])],
  ['a profile', () => findProfile(watched.db, 'U77')],
  ['a profile’s projects', () => findProfileProjects(watched.db, ids.user, false)],
  ['a person’s creator applications', () => findCreatorApplicationsOf(watched.db, ids.user, 10)],
  ['the newest creator applications', () => findCreatorApplicationPage(watched.db, {}, first)],
  ['pending creator applications', () => findCreatorApplicationPage(watched.db, { status: 0 }, first)],
  [
    'creator applications of a person by name',
    () => findCreatorApplicationPage(watched.db, { person: named('u4711') }, first),
  ],
  [
    'creator applications by a name that nobody has',
    () => findCreatorApplicationPage(watched.db, { person: named('nobodyhas') }, first),
  ],
]
test.each(calls)('[BUILD-07] %s does not read a whole large table', async (_, call) => {
  expect(await watched.scannedBy(call)).toEqual([])
})

const directions = ['asc', 'desc'] as const
test.each(creatorApplicationColumns.flatMap((sort) => directions.map((direction) => ({ sort, direction }))))(
  '[BUILD-07] the creator applications sorted by $sort, $direction, are read through an index',
  async (order) => {
    const call = () => findCreatorApplicationPage(watched.db, {}, first, order)
    expect(await watched.scannedBy(call)).toEqual([])
    expect(await watched.sortedBy(call)).toEqual([])
  },
)
