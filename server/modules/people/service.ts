import type { FoundUser, Pagination, Profile, Talent } from '#shared/contract/index.ts'
import { TALENTS_COUNTED_MAX } from '#shared/contract/people.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { industryKeywords } from '#shared/rules/industries.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { tierOf } from '#shared/rules/tiers.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { foldTexts, wordsOf } from '#server/db/text-search.ts'
import type { AppDeps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireSearch, type SearchDeps } from '#server/limits/limits.ts'
import { payerOf, workerOf } from '../records/service.ts'
import * as repository from './repository.ts'
import { countTalents, findTalentPage, type TalentRow } from './talents-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const toTalent = (viewer: Viewer, row: TalentRow): Talent => ({
  userID: row.id,
  username: row.username,
  name: row.name || row.username,
  headline: row.headline,
  email: viewer.isAdministrator || viewer.userID === row.id ? row.email : null,
  bio: row.bio,
  skills: row.skills,
  tier: tierOf(row),
  reputation: row.reputation,
  finishedTasks: row.finished,
  hoursPerWeek: row.hours_per_week,
  answers: row.answers,
})

/**
 * One page of the people who are shown in the directory, highest reputation first. Errors: 429 for too many searches.
 */
const listTalents = async (
  deps: SearchDeps,
  viewer: Viewer,
  { query: { q, skillLevel, industry, page, limit } }: Input<'people.talents'>,
): Promise<{ talents: Talent[]; pagination: Pagination }> => {
  const { db } = deps
  if (q) await requireSearch(deps, viewer.userID)
  const words = q ? await wordsOf(db, q) : []
  if (q && words.length === 0) return { talents: [], pagination: paginationOf({ page, limit }, 0) }
  const filter = {
    words,
    level: skillLevel ?? null,
    skillWords: industry ? industryKeywords(industry) : null,
  }
  const rows = await findTalentPage(db, filter, { page, limit })
  // A page that is not full shows the total, so that no count is needed.
  const isLast = rows.length < limit && (rows.length > 0 || page === 1)
  const total = isLast ? (page - 1) * limit + rows.length : await countTalents(db, filter)
  return {
    talents: rows.map((row) => toTalent(viewer, row)),
    pagination: paginationOf({ page, limit }, total),
  }
}

type ProfileRow = Pick<Profile, 'id' | 'username' | 'name' | 'bio' | 'reputation' | 'skills'> & {
  creators: number
  headline: string
  links: string[]
  hours_per_week: number | null
}
type ProfileProjectRow = Omit<Profile['projects'][number], 'createdAt' | 'joinedAt'> & {
  created_at: Date
  joined_at: Date
}

/** A person as profiles show them; a person without a name is called by their username. */
export const toProfile = (
  { id, username, name, headline, bio, reputation, creators, skills, links, hours_per_week: hoursPerWeek }: ProfileRow,
  projects: readonly ProfileProjectRow[],
  isOwner: boolean,
): Profile => ({
  id,
  username,
  name: name || username,
  headline,
  bio,
  tier: tierOf({ reputation, creators }),
  reputation,
  creators,
  isOwner,
  skills,
  links,
  hoursPerWeek,
  projects: projects.map(({ created_at, joined_at, ...project }) => ({
    ...project,
    createdAt: created_at.toISOString(),
    joinedAt: joined_at.toISOString(),
  })),
})

/** A person's profile, with as much as the viewer (null: anybody) may see. Errors: 404. */
const getProfile = async (
  { db, clock }: Deps,
  viewer: Viewer | null,
  { params }: Input<'people.profileByUsername'>,
): Promise<Profile> => {
  const account = await requirePerson(db, params.username)
  const isOwner = viewer?.userID === account.id
  const [projects, payer, workerRecord] = await Promise.all([
    repository.findProfileProjects(db, account.id, isOwner),
    payerOf(db, account.id, clock.now()),
    workerOf(db, account.id),
  ])
  // Who has neither projects nor dues is no payer.
  const isPayer = account.account_type === 'creator' || (payer !== null && payer.count > 0) || payer?.late
  return { ...toProfile(account, projects, isOwner), payerRecord: isPayer ? payer : null, workerRecord }
}

/** The pictures of those of these people who have one, as data URLs. */
const listPictures = async (
  { db }: Deps,
  _viewer: Viewer | null,
  { query }: Input<'people.pictures'>,
): Promise<Array<{ username: string; picture: string }>> =>
  (await repository.findPictures(db, query.usernames)).map(({ username, picture }) => ({
    username,
    picture: `data:image/webp;base64,${picture.toString('base64')}`,
  }))

/** The verified person with that username. Errors: 404. */
export const requirePerson = async (db: DbOrTx, username: string) => {
  const account = await repository.findProfile(db, username)
  if (!account) throw notFound('There is no such person.')
  return account
}

/** The most people that one search finds. */
export const FOUND_MAX = 20

/**
 * Masks an address so that its owner recognises it and nobody else can use it: 'jane@mail.example.org' becomes
 * 'j***@m***.org'.
 */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const dot = domain.lastIndexOf('.')
  return `${firstOf(local)}***@${firstOf(domain)}***${dot > 0 ? domain.slice(dot) : ''}`
}

// The first character, which may have more than one UTF-16 unit.
const firstOf = (text: string): string => [...text][0] ?? ''

/** A person as a search may show them: the address is masked unless it is exactly the text searched for. */
export const toFoundUser = (row: repository.FoundRow, query: string): FoundUser => ({
  id: row.id,
  username: row.username,
  name: row.name,
  email: canonicalEmail(row.email) === canonicalEmail(query) ? row.email : maskEmail(row.email),
})

/** At most 20 people by username, name or exact address. Errors: 429 for too many searches. */
const searchPeople = async (
  deps: SearchDeps,
  viewer: Viewer,
  { params: { query } }: Input<'people.search'>,
): Promise<FoundUser[]> => {
  const { db } = deps
  await requireSearch(deps, viewer.userID)
  const [folded = ''] = await foldTexts(db, [query])
  const rows = await repository.findPeople(db, {
    folded: folded.trim(),
    email: canonicalEmail(query),
    limit: FOUND_MAX,
  })
  return rows.map((row) => toFoundUser(row, query))
}

/** The number of people in the talent directory; at 10,000 counting ends. */
export const countPeople = async (db: DbOrTx): Promise<{ count: number; isFloor: boolean }> => {
  const count = await countTalents(db, { words: [], level: null, skillWords: null })
  return { count, isFloor: count === TALENTS_COUNTED_MAX }
}

export const people = {
  talents: listTalents,
  profileByUsername: getProfile,
  pictures: listPictures,
  search: searchPeople,
}

export { findPeople, findPeopleHits, isPerson } from './repository.ts'
