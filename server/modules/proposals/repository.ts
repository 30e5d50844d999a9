import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Proposal } from '#shared/contract/proposals.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

export type ProposalRow = {
  id: string
  claim_id: string
  project_id: string
  side: Proposal['side']
  made_by: string
  amount_cents: number
  currency: string
  text: string
  state: Proposal['state']
  created_at: Date
  ends_at: Date
  answered_at: Date | null
}

/** With project and currency of the claim. */
const proposals = sql`select p.id, p.claim_id, c.project_id, p.side, p.made_by, p.amount_cents::float8 as amount_cents,
    coalesce(c.terms ->> 'currency', 'USD') as currency, p.text, p.state, p.created_at, p.ends_at, p.answered_at
  from proposals p join claims c on c.id = p.claim_id`

export const findProposal = async (db: DbOrTx, id: string): Promise<ProposalRow | undefined> => {
  const { rows } = await sql<ProposalRow>`${proposals} where p.id = ${id}`.execute(db)
  return rows[0]
}

/** The proposals about a claim, newest first. */
export const findOfClaim = async (db: DbOrTx, claimID: string, limit: number): Promise<ProposalRow[]> => {
  const { rows } = await sql<ProposalRow>`
    ${proposals} where p.claim_id = ${claimID} order by p.created_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}

/** The one that waits for an answer. The claim's project is held, so that nobody else answers it or makes another. */
export const findOpen = async (db: DbOrTx, claimID: string): Promise<ProposalRow | undefined> => {
  const { rows } = await sql<ProposalRow>`${proposals} where p.claim_id = ${claimID} and p.state = 'open'`.execute(db)
  return rows[0]
}

export const findByKey = async (
  db: DbOrTx,
  { claimID, madeBy, key }: { claimID: string; madeBy: string; key: string },
): Promise<ProposalRow | undefined> => {
  const { rows } = await sql<ProposalRow>`
    ${proposals} where p.claim_id = ${claimID} and p.made_by = ${madeBy} and p.idempotency_key = ${key}`.execute(db)
  return rows[0]
}

type NewProposal = Pick<ProposalRow, 'claim_id' | 'side' | 'made_by' | 'amount_cents' | 'text' | 'ends_at'> & {
  key: string
  now: Date
}
/** Errors: a unique violation for a claim that has an open one (`proposals_open_key`). */
export const insertProposal = async (tx: Tx, { key, now, ...row }: NewProposal): Promise<string> => {
  const id = uuidv7()
  await send(tx, tx.insertInto('proposals').values({ id, ...row, idempotency_key: key, created_at: now }))
  return id
}

type Ending = { state: Exclude<Proposal['state'], 'open'>; by: string | null; now: Date }
export const endProposal = (tx: Tx, id: string, { state, by, now }: Ending) =>
  send(
    tx,
    tx
      .updateTable('proposals')
      .set({ state, answered_by: by, answered_at: now })
      .where('id', '=', id)
      .where('state', '=', 'open'),
  )

/** Open proposals whose time is over, earliest first. */
export const findOver = async (db: DbOrTx, now: Date, limit: number): Promise<ProposalRow[]> => {
  const { rows } = await sql<ProposalRow>`
    ${proposals} where p.state = 'open' and p.ends_at <= ${now}::timestamptz order by p.ends_at, p.id limit ${limit}`.execute(
    db,
  )
  return rows
}
