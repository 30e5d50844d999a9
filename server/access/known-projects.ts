import { type RawBuilder, sql } from 'kysely'
import { requestStatus } from '#shared/rules/statuses.ts'
import { knownStatuses } from './policy.ts'

/** The condition that everybody may know of the project `p`. */
export const isListed = sql<boolean>`(p.archived_at is null and p.status in (${sql.join(knownStatuses.map((status) => sql.lit(status)))}))`

/**
 * Condition: a person (an ID, or its column) may open the project `p`. The rule of `requireVisible`, for statements
 * that read many projects. `offset 0` lets PostgreSQL look up each row by index instead of gathering all members first.
 */
export const mayOpenProject = (userID: string | RawBuilder<unknown>) => sql<boolean>`(${isListed}
  or exists (select from memberships m where m.project_id = p.id and m.user_id = ${userID} offset 0)
  or p.hidden_at is null and exists (
    select from project_requests open where open.project_id = p.id and open.user_id = ${userID}
      and open.status = ${sql.lit(requestStatus.pending)} and open.withdrawn_at is null offset 0))`

/**
 * The columns of project `p` for a party of the request `r`: the present ones while the person may open the project,
 * afterwards only the title at the time of the answer.
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
