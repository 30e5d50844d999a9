import { fold } from '#shared/contract/fold.ts'
import type { ProjectDetails, OwnedProject, ProjectRole, SimilarProject } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { accessOf } from '#server/access/access.ts'
import { requireMember, requireVisible } from '#server/access/policy.ts'
import { type DbOrTx, withTx } from '#server/db/pool.ts'
import { foldTexts, type WantedHits } from '#server/db/text-search.ts'
import type { AppDeps } from '#server/deps.ts'
import { boundedList, type BoundedList } from '#server/http/bounded-list.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { payersOfProjects } from '../records/service.ts'
import { changeProject } from './changes.ts'
import { addDraft, type WritingDeps } from './drafts.ts'
import { duplicateProject } from './duplicate.ts'
import { firstColumns } from './field-columns.ts'
import { findNamedProjects, type ProjectHitRow } from './hits-repository.ts'
import { findSimilarCandidates } from './market-repository.ts'
import { listMarket } from './market.ts'
import { countWaitingRequests, findListed, findOwned, OWN_MAX } from './repository.ts'
import { findSearchPage } from './search-repository.ts'
import { toDetails, toListItem } from './shapes.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** The projects that the viewer owns, newest first. */
const listOwned = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { query }: Input<'projects.owned'>,
): Promise<BoundedList<OwnedProject>> => {
  const today = query.today ?? clock.now().toISOString().slice(0, 10)
  const owned = await findOwned(db, viewer.userID, today)
  const projects = owned.map((row) => ({ ...toListItem(row, 'owner'), standing: row.standing }))
  return boundedList(projects, OWN_MAX, 'projects')
}

/** One project. Errors: 404 when the viewer may not know of the project. */
export const getProject = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params }: Input<'projects.get'>,
): Promise<ProjectDetails> => {
  const access = requireVisible(await accessOf(db, params.id, viewer.userID))
  const payers = await payersOfProjects(db, [params.id], clock.now())
  return { ...toDetails(access), payerRecord: payers.get(params.id) ?? null }
}

const SIMILAR_MAX = 6
/** Shorter skills ('C', 'R') occur in every text, so that their candidates would be random. */
const TELLING_SKILL = 3
const namesOf = (skills: string) => new Set(skillsList(skills).map(fold))

/**
 * Open projects that share skills: most shared skills first, then those of the same tier. The projects similar to one
 * without skills are others of its tier. Errors: 404.
 */
export const listSimilar = async (
  { db }: Deps,
  viewer: Viewer,
  { params: { id: projectID } }: Input<'projects.similar'>,
): Promise<SimilarProject[]> => {
  const { project } = requireVisible(await accessOf(db, projectID, viewer.userID))
  const own = namesOf(project.skills)
  const telling = [...own].filter((skill) => skill.length >= TELLING_SKILL)
  const skills = await foldTexts(db, telling.length > 0 ? telling : [...own])
  const candidates = await findSimilarCandidates(db, { id: projectID, skills, tier: project.tier })
  const scored = candidates.map((candidate) => ({
    id: candidate.id,
    shared: [...namesOf(candidate.skills)].filter((skill) => own.has(skill)).length,
    isSameTier: candidate.tier === project.tier,
  }))
  // Candidates come newest first, and sorting keeps that order among equals.
  const best = scored
    .filter(({ shared }) => own.size === 0 || shared > 0)
    .sort((a, b) => b.shared - a.shared || Number(b.isSameTier) - Number(a.isSameTier))
    .slice(0, SIMILAR_MAX)
  const rows = new Map(
    (
      await findListed(
        db,
        best.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return best.flatMap(({ id }) => {
    const row = rows.get(id)
    return row ? [{ ...row, createdAt: row.created_at.toISOString() }] : []
  })
}

/**
 * The best hits among the projects that the viewer may see: their own, and those of the market, which are searched as
 * the market searches them.
 */
export const findProjectHits = async (db: DbOrTx, wanted: WantedHits): Promise<ProjectHitRow[]> => {
  const { viewerID, words, limit } = wanted
  const [named, market] = await Promise.all([
    findNamedProjects(db, wanted),
    findSearchPage(db, { words: words.map((word) => [word]), tiers: null, viewerID, page: 1, limit }),
  ])
  const known = new Set(named.map(({ id }) => id))
  const others = market.rows.filter(({ id }) => !known.has(id))
  return [...named, ...others.map(({ id, title, role }) => ({ id, title, role, rank: 2 as const }))].slice(0, limit)
}

/**
 * Creates a draft that the viewer owns. Errors: 403 without an approved creator application; 429 for too many projects
 * in an hour.
 */
const createProject = (deps: WritingDeps, viewer: Viewer, { body }: Input<'projects.create'>) =>
  withTx(deps.db, async (tx): Promise<ProjectDetails> => {
    const { title, description } = body
    const id = await addDraft(tx, deps, viewer, { title, description, ...firstColumns(body) })
    return toDetails(requireVisible(await accessOf(tx, id, viewer.userID)))
  })

/**
 * The viewer's name and role in the project, and for owner and admin how many applications wait. Errors: 404, 403 for a
 * viewer who is not a member.
 */
export const getUserDetails = async (
  { db }: Deps,
  viewer: Viewer,
  { params: { id: projectID } }: Input<'projects.userDetails'>,
): Promise<UserDetails> => {
  const role = requireMember(await accessOf(db, projectID, viewer.userID))
  const details = { userID: viewer.userID, username: viewer.username, projectID, roleInProject: role }
  return isManager(role) ? { ...details, waitingRequests: await countWaitingRequests(db, projectID) } : details
}
type UserDetails = {
  userID: string
  username: string
  projectID: string
  roleInProject: ProjectRole
  waitingRequests?: number
}

export const projects = {
  openProjects: listMarket,
  owned: listOwned,
  create: createProject,
  duplicate: duplicateProject,
  get: getProject,
  similar: listSimilar,
  userDetails: getUserDetails,
  update: changeProject,
}

export { deleteProject } from './changes.ts'
export { sumOpenTasks } from './choices-repository.ts'
export { countNewHits, guessSpellings } from './market.ts'
export { toListItem } from './shapes.ts'
export { countOpenProjects } from './market-repository.ts'
