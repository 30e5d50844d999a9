import { v7 as uuidv7 } from 'uuid'
import type { AccountType, ProjectRole, Tier } from '#shared/contract/index.ts'
import { hashPassword } from '#server/modules/auth/passwords.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import type { TestApp } from './server.ts'

export const TEST_PASSWORD = 'correct horse'
let testPasswordHash: Promise<string> | undefined

let counter = 0
/** A word that no other row of this run has. */
export const unique = (word: string): string => `${word}${(counter += 1)}x${process.pid % 1000}`

export type UserOptions = {
  email?: string
  username?: string
  name?: string
  accountType?: AccountType
  isAdministrator?: boolean
  isEmailVerified?: boolean
  skills?: string[]
  /** Of as many creators as its tier needs, unless `creators` says otherwise. */
  reputation?: number
  creators?: number
}

/** Creates an account with the password TEST_PASSWORD and, if its address is verified (the default), a session. */
export const createUser = async ({ db, deps }: Pick<TestApp, 'db' | 'deps'>, options: UserOptions = {}) => {
  const username = options.username ?? unique('user')
  const user = { id: uuidv7(), username, email: options.email ?? `${username.toLowerCase()}@example.org` }
  const isVerified = options.isEmailVerified ?? true
  await db
    .insertInto('users')
    .values({
      ...user,
      name: options.name ?? '',
      password_hash: await (testPasswordHash ??= hashPassword(TEST_PASSWORD)),
      account_type: options.accountType ?? 'contributor',
      is_administrator: options.isAdministrator ?? false,
      is_email_verified: isVerified,
      skills: options.skills ?? [],
      reputation: options.reputation ?? 0,
    })
    .execute()
  if (options.reputation) await db.insertInto('reputation_events').values(linesOf(user.id, options)).execute()
  const tokens = isVerified ? await openSession(deps, db, user.id) : { accessToken: '', refreshToken: '' }
  return { user, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }
}

/** Lines of that reputation, one for each creator; the first is of before there were lines. */
const linesOf = (user_id: string, options: UserOptions) => {
  const { reputation = 0 } = options
  const creators = options.creators ?? (reputation >= 2000 ? 3 : reputation >= 500 ? 2 : 1)
  return Array.from({ length: creators }, (_, at) => ({
    ...{ id: uuidv7(), user_id, created_at: new Date(), creator_id: at === 0 ? null : uuidv7() },
    ...(at === 0 ? { delta: reputation - creators + 1, rule: 'before' } : { delta: 1, rule: 'completed' }),
  }))
}

/** Creates an account; `api` makes calls as its user. */
export const createPerson = async (app: Pick<TestApp, 'db' | 'deps' | 'client'>, options: UserOptions = {}) => {
  const { user, accessToken } = await createUser(app, options)
  return { ...user, api: app.client(accessToken) }
}

/** Creates an account whose creator application was approved. */
export const createCreator = async (app: Pick<TestApp, 'db' | 'deps'>, options: UserOptions = {}) => {
  const creator = await createUser(app, { ...options, accountType: 'creator' })
  await app.db
    .insertInto('creator_applications')
    .values({ id: uuidv7(), user_id: creator.user.id, status: 1 })
    .execute()
  return creator
}

export type ProjectOptions = {
  title?: string
  description?: string
  skills?: string
  tier?: Tier
  status?: number
  createdAt?: Date
  isArchived?: boolean
}

/** Creates a project, published unless `status` says otherwise, with its owner's membership. */
export const createProject = async ({ db }: Pick<TestApp, 'db'>, ownerID: string, options: ProjectOptions = {}) => {
  const project = {
    id: uuidv7(),
    title: options.title ?? unique('Project '),
    description: options.description ?? 'Work worth doing.',
    skills: options.skills ?? 'React, Design',
    status: options.status ?? 1,
    tier: options.tier ?? 'basic',
    created_at: options.createdAt ?? new Date(),
    archived_at: options.isArchived ? new Date() : null,
  }
  await db
    .insertInto('projects')
    .values({ ...project, created_by: ownerID })
    .execute()
  await createMembership({ db }, project.id, ownerID, 'owner')
  return project
}

export const createMembership = async (
  { db }: Pick<TestApp, 'db'>,
  projectID: string,
  userID: string,
  role: ProjectRole = 'member',
): Promise<void> => {
  await db.insertInto('memberships').values({ project_id: projectID, user_id: userID, role }).execute()
}
