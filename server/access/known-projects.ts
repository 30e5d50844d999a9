import { type RawBuilder, sql } from 'kysely'
import { requestStatus } from '#shared/rules/statuses.ts'
import { knownStatuses } from './policy.ts'

/** The condition that everybody may know of the project `p`. */
export const isListed = sql<boolean>`(p.archived_at is null and p.status in (${sql.join(knownStatuses.map((status) => sql.lit(status)))}))`

/**
 * The condition that a person (an ID, or the column of one) may open the project `p`: `requireVisible` of one project, for
 * statements that read many. `offset 0` lets PostgreSQL ask for each row by index, and not gather all members first.
 */
const mayOpenProject = (userID: string | RawBuilder<unknown>) => sql<boolean>`(${isListed}
  or exists (select from memberships m where m.project_id = p.id and m.user_id = ${userID} offset 0)
  or exists (
    select from project_requests open where open.project_id = p.id and open.user_id = ${userID}
      and open.status = ${sql.lit(requestStatus.pending)} and open.withdrawn_at is null offset 0))`

/**
 * The columns of the project `p` that a party of the request `r` sees: as they are now while the person may open the project.
 * Afterwards nothing is left but the title that it had when the request was answered.
 */
export const seenProject = (userID: string | RawBuilder<unknown>) => {
  const seen = (column: 'description' | 'skills') =>
    sql<string>`case when ${mayOpenProject(userID)} then ${sql.ref(`p.${column}`)} else '' end`
  return {
    title: sql<string>`case when ${mayOpenProject(userID)} then p.title else coalesce(r.title_then, '') end`,
    description: seen('description'),
    skills: seen('skills'),
  }
}
