import { type RawBuilder, sql } from 'kysely'
import type { ReportKind, ReportPart } from '#shared/contract/reports.ts'
import { mayOpenProject } from '#server/access/known-projects.ts'
import { mayRead } from '#server/access/letters.ts'
import { partyOf } from '#server/access/party.ts'
import type { DbOrTx } from '#server/db/pool.ts'

/** What is reported: whose it is, and what administrators read of it. */
export type Thing = {
  id: string
  reported_id: string | null
  title: string
  text: string
  project_id: string | null
  is_hidden: boolean
}

/** The task is offered to everybody. */
const isOffered = sql<boolean>`exists (
  select from offers o where o.task_id = t.id and o.closed_at is null and o.mode <> 'assigned' and o.takers <> 'members'
    and p.status in (1, 2) and p.archived_at is null)`
const isParty = (viewerID: string) => sql<boolean>`exists (select from ${partyOf(viewerID)} as part)`

const name = sql`coalesce(nullif(u.name, ''), u.username)`

/** For each kind, and for the answer to a review: what is read of it, where from, and who may see it. Everybody reads a review that is not sealed. */
const things: Readonly<
  Record<ReportKind | 'answer', { from: RawBuilder<unknown>; where: (viewerID: string) => RawBuilder<unknown> }>
> = {
  project: {
    from: sql`select p.id, p.created_by as reported_id, p.title, p.description as text, p.id as project_id,
        p.hidden_at is not null as is_hidden
      from projects p where p.deleted_at is null and p.id = `,
    where: (viewerID) => mayOpenProject(viewerID),
  },
  task: {
    from: sql`select t.id, coalesce(t.created_by_id, p.created_by) as reported_id, t.title, t.description as text, p.id as project_id,
        p.hidden_at is not null as is_hidden
      from tasks t join projects p on p.id = t.project_id and p.deleted_at is null where t.deleted_at is null and t.id = `,
    where: (viewerID) => sql`(${isParty(viewerID)} or ${isOffered})`,
  },
  person: {
    from: sql`select u.id, u.id as reported_id, ${name} as title, coalesce(u.bio, '') as text, null::uuid as project_id,
        u.suspended_at is not null as is_hidden
      from users u where u.is_email_verified and u.deleted_at is null and u.id = `,
    where: () => sql`true`,
  },
  comment: {
    from: sql`select c.id, c.author_id as reported_id, ${name} as title, c.body as text, p.id as project_id,
        c.hidden_at is not null as is_hidden
      from comments c join users u on u.id = c.author_id
        left join project_requests r on r.id = c.request_id
        left join tasks t on t.id = c.task_id
        join projects p on p.id = coalesce(t.project_id, r.project_id) and p.deleted_at is null
      where c.deleted_at is null and t.deleted_at is null and c.id = `,
    where: (viewerID) => sql`(c.hidden_at is null or c.author_id = ${viewerID}) and (
      c.request_id is not null and ${mayRead(viewerID)} or exists (
        select from ${partyOf(viewerID)} as part where part.guest_since is null or c.created_at >= part.guest_since))`,
  },
  letter: {
    from: sql`select r.id, r.user_id as reported_id, ${name} as title, r.letter as text, p.id as project_id, false as is_hidden
      from project_requests r join users u on u.id = r.user_id
        join projects p on p.id = r.project_id and p.deleted_at is null
      where r.letter is not null and r.kind <> 'invitation' and r.id = `,
    where: (viewerID) => mayRead(viewerID),
  },
  rating: {
    from: sql`select r.id, r.author_id as reported_id, ${name} as title, concat_ws(E'\\n\\n', r.text,
        case when r.answer_hidden_at is null then r.answer end) as text,
        null::uuid as project_id, r.hidden_at is not null as is_hidden
      from ratings r join users u on u.id = r.author_id join rating_dues d on d.id = r.due_id
      where d.revealed_at is not null and r.id = `,
    where: (viewerID) => sql`(r.hidden_at is null or r.author_id = ${viewerID})`,
  },
  answer: {
    from: sql`select r.id, r.answered_by as reported_id, ${name} as title, r.answer as text,
        null::uuid as project_id, r.answer_hidden_at is not null as is_hidden
      from ratings r join users u on u.id = r.answered_by join rating_dues d on d.id = r.due_id
      where d.revealed_at is not null and r.answer is not null and r.id = `,
    where: (viewerID) => sql`(r.hidden_at is null or r.author_id = ${viewerID})
      and (r.answer_hidden_at is null or r.answered_by = ${viewerID})`,
  },
}

type Named = { kind: ReportKind; id: string; part: ReportPart }

const find = async (
  db: DbOrTx,
  { kind, id, part }: Named,
  isSeen: (known: keyof typeof things) => RawBuilder<unknown>,
) => {
  const known = part === 'answer' ? part : kind
  const { rows } = await sql<Thing>`${things[known].from}${id}::uuid and ${isSeen(known)}`.execute(db)
  return rows[0]
}

/** The thing, if this person may see it; undefined for anything else. */
export const findSeenThing = (db: DbOrTx, thing: Named, viewerID: string): Promise<Thing | undefined> =>
  find(db, thing, (known) => things[known].where(viewerID))

/** The thing as administrators read it, also when it is hidden; undefined once it is gone. */
export const findThing = (db: DbOrTx, thing: Named): Promise<Thing | undefined> => find(db, thing, () => sql`true`)
