import { sql } from 'kysely'
import type { GivenAnswer } from '#shared/contract/letters.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx } from '../db/pool.ts'
import { seenProject } from './known-projects.ts'
import { answerBy } from './request-clock.ts'

/** Whether the request `r` has a letter or an answer. Lists say so, and never what it is. */
export const hasLetter = sql<boolean>`(r.letter is not null
  or jsonb_path_exists(r.answers, '$[*] ? (@.answer != "")'))`

/** An application, with the part in it of a person who may know of it. */
export type ApplicationAccess = {
  id: string
  projectID: string
  projectTitle: string
  /** The task that it is to; null for the project. */
  taskID: string | null
  taskNumber: number | null
  answerBy: Date | null
  applicantID: string
  applicantUsername: string
  applicantName: string
  /** The applicant; anybody else who may read it is owner or admin. */
  isApplicant: boolean
  status: number
  /** Whether it still waits for an answer. */
  isOpen: boolean
  createdAt: Date
  seenAt: Date | null
  letter: string | null
  answers: GivenAnswer[]
  hasLetter: boolean
}

/**
 * The application, for those who may read its letter: the applicant always; owners and admins of the project until the
 * application is withdrawn or out of time, or the project deleted. Undefined for everybody else. `mayRead`, its
 * condition, is the one rule on who reads letters, answers and their thread.
 */
export const applicationAccess = async (
  db: DbOrTx,
  id: string,
  viewerID: string,
): Promise<ApplicationAccess | undefined> => {
  const { rows } = await sql<ApplicationAccess>`
    select r.id, r.project_id as "projectID", ${seenProject(viewerID).title} as "projectTitle", r.task_id as "taskID",
      t.task_number as "taskNumber", ${answerBy} as "answerBy", r.user_id as "applicantID",
      u.username as "applicantUsername", u.name as "applicantName", r.user_id = ${viewerID} as "isApplicant", r.status,
      ${isOpen} as "isOpen", r.created_at as "createdAt", r.seen_at as "seenAt", r.letter, r.answers, ${hasLetter} as "hasLetter"
    from project_requests r join projects p on p.id = r.project_id join users u on u.id = r.user_id
      left join tasks t on t.id = r.task_id
    where r.id = ${id} and ${mayRead(viewerID)}`.execute(db)
  return rows[0]
}

/** The condition that a person may read what the request `r` of the project `p` says. */
export const mayRead = (viewerID: string) => sql<boolean>`(r.kind <> 'invitation' and (r.user_id = ${viewerID}
  or (r.withdrawn_at is null and p.deleted_at is null and exists (
    select 1 from memberships m
    where m.project_id = r.project_id and m.user_id = ${viewerID} and m.role in ('owner', 'admin')))))`

/** The condition that the request `r` of the project `p` waits for an answer: until then people write about it. */
export const isOpen = sql<boolean>`(r.status = ${sql.lit(requestStatus.pending)} and r.withdrawn_at is null
  and p.deleted_at is null)`
