import { type RawBuilder, sql } from 'kysely'
import type { ProjectRole } from '#shared/contract/index.ts'

/** What a guest of a task has of it. */
export type Guest = {
  claimID: string
  /** When the offer was made under which they took the task: what people wrote and did before is not for them. */
  since: Date
  /** The task is finished: they read it, and write nothing more. */
  isReadOnly: boolean
}

/** How somebody is party to a task: as a member of its project, or as its guest, who has no role and no more rights than a member. */
export type PartyRow = {
  role: ProjectRole
  last_active_at: Date | null
  guest_claim: string | null
  guest_since: Date | null
  is_read_only: boolean
}

type Person = string | RawBuilder<unknown>

const isMember = (userID: Person) =>
  sql`exists (select from memberships here where here.project_id = t.project_id and here.user_id = ${userID})`

/**
 * The claims that make a person the guest of the task `t`: the active one, and those that they have finished, unless the
 * project has blocked them since. Only what was taken under an offer lets somebody in who is no member.
 */
const guestClaims = (userID: Person) => sql`
  claims g where g.task_id = t.id and g.user_id = ${userID} and g.reads_since is not null
    and (g.state = 'active' or g.state = 'finished' and not exists (
      select from project_people b
      where b.project_id = t.project_id and b.user_id = g.user_id and b.mark = 'blocked'))
    and not ${isMember(userID)}`

/** Condition: the person is the guest of the task `t`, whether they hold it or have finished it. */
export const isGuest = (userID: Person) => sql<boolean>`exists (select from ${guestClaims(userID)})`

/** Selects how the person is party to the task `t`, in the columns of `PartyRow`; no row for anybody else. */
export const partyOf = (userID: Person) => sql`(
  select m.role, m.last_active_at, null::uuid as guest_claim, null::timestamptz as guest_since, false as is_read_only
  from memberships m where m.project_id = t.project_id and m.user_id = ${userID}
  union all
  (select 'member', null, g.id, g.reads_since, g.state = 'finished' from ${guestClaims(userID)}
    order by g.state, g.claimed_at desc limit 1))`

/** The guest of a row; null for a member. */
export const guestOf = ({ guest_claim, guest_since, is_read_only }: PartyRow): Guest | null =>
  guest_claim === null || guest_since === null
    ? null
    : { claimID: guest_claim, since: guest_since, isReadOnly: is_read_only }

/**
 * The IDs of the people whom the guest of a task may know by name: owners and admins, who answer them, and those who wrote
 * what the guest can read (comments since the offer, rounds, and answers to them). `task` is the task's ID, `project` that of
 * its project.
 */
export const knownPeople = ({ task, project, since }: Record<'task' | 'project' | 'since', RawBuilder<unknown>>) => sql`
  select known.user_id from memberships known where known.project_id = ${project} and known.role in ('owner', 'admin')
  union select said.author_id from comments said
    where said.task_id = ${task} and said.deleted_at is null and said.created_at >= ${since}
  union select round.author_id from submissions round where round.task_id = ${task}
  union select round.answered_by from submissions round where round.task_id = ${task} and round.answer <> ''`
