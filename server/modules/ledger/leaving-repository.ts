import { sql } from 'kysely'
import type { DbOrTx } from '#server/db/pool.ts'

export type DebtRow = { projectID: string; title: string; person: string; cents: number; currency: string }

const name = (user: string) => sql.raw(`coalesce(nullif(${user}.name, ''), ${user}.username)`)
const due = sql`ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id and b.amount_cents > 0`
const sum = sql`sum(b.amount_cents)::float8 as cents, b.currency`

/** What projects owe to a person, by project and currency, with the owner who is there the longest. */
export const findOwedTo = async (db: DbOrTx, userID: string): Promise<DebtRow[]> => {
  const { rows } = await sql<DebtRow>`
    select p.id as "projectID", p.title, coalesce((
        select ${name('u')} from memberships o join users u on u.id = o.user_id
        where o.project_id = p.id and o.role = 'owner' order by o.joined_at, o.user_id limit 1), p.title) as person, ${sum}
    from claims c join ${due} join projects p on p.id = c.project_id
    where c.user_id = ${userID} and c.state = 'finished'
    group by p.id, b.currency order by lower(p.title), p.id, b.currency`.execute(db)
  return rows
}

/** What is owed in projects that have this person as their only owner, also in archived ones, by project and payee. */
export const findOwedByAlone = async (db: DbOrTx, userID: string): Promise<DebtRow[]> => {
  const { rows } = await sql<DebtRow>`
    select p.id as "projectID", p.title, ${name('u')} as person, ${sum}
    from memberships m join projects p on p.id = m.project_id join claims c on c.project_id = p.id and c.state = 'finished'
      join ${due} join users u on u.id = c.user_id
    where m.user_id = ${userID} and m.role = 'owner' and not exists (
      select from memberships o where o.project_id = p.id and o.role = 'owner' and o.user_id <> m.user_id)
    group by p.id, u.id, b.currency order by lower(p.title), p.id, person, u.id, b.currency`.execute(db)
  return rows
}

/** The claims for which a person is owed something. */
export const findOwedClaims = async (db: DbOrTx, userID: string): Promise<Array<{ id: string; projectID: string }>> => {
  const { rows } = await sql<{ id: string; projectID: string }>`
    select c.id, c.project_id as "projectID" from claims c join ${due}
    where c.user_id = ${userID} and c.state = 'finished' order by c.project_id, c.id`.execute(db)
  return rows
}
