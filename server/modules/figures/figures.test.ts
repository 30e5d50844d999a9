import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createTestClock } from '#support/server.ts'
import { createFigures, FIGURES_VALID_MS } from './service.ts'

let scratch: ScratchDatabase
beforeEach(async () => {
  scratch = await createScratchDatabase()
}, 240_000)
afterEach(() => scratch.drop())

const run = (text: string) => sql.raw(text).execute(scratch.db)
const addProjects = () =>
  // One of twelve is a draft, which is on no market.
  run(`insert into projects (id, title, description, status, created_by)
    select gen_random_uuid(), 'P' || i, 'D', case when i = 1 then 0 else 1 end, (select id from users limit 1) from generate_series(1, 12) i`)
const addPeople = (first: number, last: number) =>
  run(`insert into users (id, email, username, name, password_hash, is_email_verified, show_in_talent_directory)
    select gen_random_uuid(), 'f' || i || '@x.test', 'f' || i, 'F', 'x', true, true from generate_series(${first}, ${last}) i`)
const addTasks = (first: number, last: number, status: number) =>
  run(`insert into tasks (id, project_id, task_number, title, status)
    select gen_random_uuid(), (select id from projects order by id limit 1), i, 'T', ${status} from generate_series(${first}, ${last}) i`)

test('figures below ten are not told, others are exact, and the same for ten minutes', async () => {
  const clock = createTestClock()
  const { get: figures } = createFigures({ db: scratch.db, clock })
  await addPeople(1, 9)
  await addProjects()
  await addTasks(1, 4, 4)
  await addTasks(5, 30, 2)
  const first = { openProjects: { count: 11, isFloor: false }, people: null, tasksDone: null, openTasks: null }
  expect(await figures()).toEqual(first)

  await addPeople(10, 12)
  await addTasks(31, 41, 4)
  await run(`update tasks set deleted_at = now() where task_number = 1`)
  clock.advance(FIGURES_VALID_MS / 1000 - 60)
  expect(await figures()).toEqual(first)
  clock.advance(60)
  expect(await figures()).toEqual({
    openProjects: { count: 11, isFloor: false },
    people: { count: 12, isFloor: false },
    tasksDone: { count: 14, isFloor: false },
    openTasks: null,
  })
})

test('[OPEN-22] open tasks are a figure from ten on, without those for members', async () => {
  await addPeople(1, 1)
  await addProjects()
  const offer = (first: number, last: number, takers: string) =>
    run(`with made as (
      insert into tasks (id, project_id, task_number, title)
      select gen_random_uuid(), (select id from projects where status = 1 order by id limit 1), i, 'T' from generate_series(${first}, ${last}) i
      returning id, project_id
    ) insert into offers (task_id, project_id, amount_cents, currency, mode, takers, made_by, made_at, changed_at)
      select id, project_id, 0, 'USD', 'claim', '${takers}', (select id from users limit 1), now(), now() from made`)
  const openTasks = async () => (await createFigures({ db: scratch.db, clock: createTestClock() }).get()).openTasks
  await offer(1, 9, 'anyone')
  await offer(10, 15, 'members')
  expect(await openTasks()).toBeNull()
  await offer(16, 16, 'anyone')
  expect(await openTasks()).toEqual({ count: 10, isFloor: false })
})

test('of more than 100,000 tasks only as many are looked at, and the figure says that it is a floor', async () => {
  await addPeople(1, 1)
  await addProjects()
  // What triggers write takes most of the time, and no figure reads it.
  await run('alter table tasks disable trigger user')
  await addTasks(1_000, 121_000, 4)
  const { tasksDone } = await createFigures({ db: scratch.db, clock: createTestClock() }).get()
  expect(tasksDone?.isFloor).toBe(true)
  expect(tasksDone?.count).toBeLessThanOrEqual(100_000)
  expect(tasksDone?.count).toBeGreaterThan(90_000)
})

test('visitors who come at once share one count', async () => {
  const { get: figures } = createFigures({ db: scratch.db, clock: createTestClock() })
  const [one, two] = await Promise.all([figures(), figures()])
  expect(one).toBe(two)
  expect(await figures()).toBe(one)
})
