import { sql } from 'kysely'
import { liftStatementTimeout } from '#server/db/answers.ts'
import type { Db, DbOrTx } from '#server/db/pool.ts'

/** Where ledger and facts disagree: the project, the account or the invariant, and both figures. */
export type LedgerDifference = { project: string; what: string; is: number; shouldBe: number }

/**
 * Adds up the whole ledger and compares it with what it is about: balances with their entries, what is reserved with open
 * offers, what is due with finished claims, and what was paid with the payments. An empty list is a sound ledger.
 */
export const findLedgerDifferences = async (db: DbOrTx): Promise<LedgerDifference[]> => {
  const { rows } = await sql<LedgerDifference>`
    with sides as (
      select project_id, from_account as account, currency, -amount_cents as amount from ledger_entries
      union all select project_id, to_account, currency, amount_cents from ledger_entries
    ), entered as (
      select project_id, account, currency, sum(amount) as amount from sides group by 1, 2, 3
    ), balances as (
      select coalesce(b.project_id, e.project_id) as project_id,
        'the balance of ' || coalesce(b.account, e.account) || ' in ' || coalesce(b.currency, e.currency) as what,
        coalesce(b.amount_cents, 0) as found_is, coalesce(e.amount, 0) as should_be
      from ledger_balances b full join entered e using (project_id, account, currency)
    ), reserved as (
      select coalesce(o.project_id, b.project_id) as project_id,
        'what is reserved for task ' || coalesce(o.task_id::text, substr(b.account, 10)) as what,
        coalesce(b.amount, 0) as found_is,
        case when o.closed_at is null and not exists (
          select from claims c where c.task_id = o.task_id and c.pay_by is not null
        ) then coalesce(o.amount_cents, 0) else 0 end as should_be
      from offers o full join (
        select project_id, account, sum(amount_cents) as amount from ledger_balances where account like 'reserved:%' group by 1, 2
      ) as b on b.account = 'reserved:' || o.task_id
    ), due as (
      select b.project_id, 'what is owed without a finished claim as ' || b.account as what, b.amount_cents as found_is, 0 as should_be
      from ledger_balances b
      where b.account like 'due:%' and not exists (
        select from claims c where c.state = 'finished' and c.pay_by is not null and 'due:' || c.id = b.account)
    ), payments_made as (
      select project_id, user_id, currency, sum(hundredths_of(currency, amount_cents)) as amount
      from payments where voided_at is null and missing_at is null group by 1, 2, 3
    ), payments_entered as (
      select project_id, user_id, currency,
        sum(case when kind in ('settle', 'pay') then amount_cents else -amount_cents end) as amount
      from ledger_entries where kind in ('settle', 'pay', 'void', 'missing') group by 1, 2, 3
    ), paid as (
      select coalesce(e.project_id, m.project_id) as project_id,
        'what was paid to ' || coalesce(e.user_id, m.user_id) || ' in ' || coalesce(e.currency, m.currency) as what,
        coalesce(e.amount, 0) as found_is, coalesce(m.amount, 0) as should_be
      from payments_entered e full join payments_made m using (project_id, user_id, currency)
    ), offered as (
      select t.project_id, 'the reward in the row of task ' || t.id as what, coalesce(t.offer_cents, -1) as found_is,
        coalesce(o.amount_cents, -1) as should_be
      from tasks t left join offers o on o.task_id = t.id and o.closed_at is null
      where t.offer_cents is not null or o.task_id is not null
    ), disputed as (
      select c.project_id, 'what is owed or paid after the ruling of dispute ' || d.id as what,
        coalesce(sum(case 'due:' || c.id when l.to_account then l.amount_cents when l.from_account then -l.amount_cents end)
          filter (where l.kind in ('due', 'forgive')), 0) as found_is, d.amount_cents as most, d.amount_cents as should_be
      from disputes d join claims c on c.id = d.claim_id left join ledger_entries l on l.claim_id = c.id
      where d.state = 'ruled' group by c.id, d.id
    ), open_disputes as (
      select c.project_id, 'dispute ' || d.id || ' is open about a claim that has ended' as what, 1 as found_is, 0 as should_be
      from disputes d join claims c on c.id = d.claim_id
      where d.ended_at is null and c.state not in ('active', 'finished')
    ), found as (
      select * from balances union all select * from reserved union all select * from due union all select * from paid
      union all select * from offered
      -- Both sides may agree on less after a ruling.
      union all select project_id, what, found_is, should_be from disputed where found_is > most
      union all select * from open_disputes
    )
    select project_id::text as project, what, found_is::float8 as "is", should_be::float8 as "shouldBe"
    from found where found_is <> should_be order by 1, 2`.execute(db)
  return rows
}

/**
 * The same of a whole database. The sums are made in memory, and may take a while: with PostgreSQL's own 4 MB those of a large
 * ledger would be sorted on the disk.
 */
export const addUpLedger = (db: Db): Promise<LedgerDifference[]> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local work_mem = '64MB'`.execute(tx)
      await liftStatementTimeout(tx)
      return findLedgerDifferences(tx)
    })

/** The number of entries. */
export const countEntries = async (db: DbOrTx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::float8 as count from ledger_entries`.execute(db)
  return rows[0]?.count ?? 0
}
