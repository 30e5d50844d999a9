import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import { openDatabaseBeside } from '../process/database.ts'
import { withTx, type Db, type Tx } from '../db/pool.ts'
import { type Clock, systemClock } from '../deps.ts'
import { createFileStore, type FileStore } from '../files/file-store.ts'
import { removeFile } from '../modules/files/service.ts'
import { liftTimeouts } from '../db/answers.ts'
import { waitlist } from './content/index.ts'
import { countDemoAccounts, isDemoUser } from './access.ts'

type Deps = { db: Db; store: FileStore; clock: Clock }
type RemovalCounts = { accounts: number; projects: number; kept: number }

/** `guildhall-server demo remove`, also beside a running server. Returns a sentence for a person. */
export const removeDemoWorld = async (config: Config, logger: Logger): Promise<string> => {
  // Removing disables the ledger's trigger, which only the owner of the schema may do.
  const database = await openDatabaseBeside(config, logger, { isOwner: true })
  try {
    if ((await countDemoAccounts(database.db)) === 0) return 'There is no demo world here: nothing was removed.'
    const deps = { db: database.db, store: createFileStore(config), clock: systemClock }
    const { accounts, projects, kept } = await removeDemo(deps)
    const keeps = kept > 0 ? ` ${kept} projects that other people own by now stay, without their demo members.` : ''
    const again = config.demo ? ' An empty database is filled again at the next start, unless with --no-demo.' : ''
    return `Removed ${accounts} demo accounts and ${projects} projects of theirs.${keeps}${again}`
  } finally {
    await database.close()
  }
}

/**
 * Removes the demo world: its accounts, its waitlist, and each project that no other person owns. Work of demo accounts
 * in other people's projects passes to the project's owner. Files go first, while rows still name them, so an
 * interrupted removal can be repeated.
 */
export const removeDemo = async (deps: Deps): Promise<RemovalCounts> => {
  await removeFiles(deps)
  return withTx(deps.db, async (tx) => {
    await liftTimeouts(tx)
    const kept = await handOver(tx)
    await takeBackReputation(tx)
    // Nobody may ever delete entries of the ledger, except here, where the payments were only play money.
    await sql`alter table payments disable trigger payments_ledger`.execute(tx)
    await sql`delete from payments where project_id in (${demoProjects}) or user_id in (${demoUsers})`.execute(tx)
    await handOverLedger(tx)
    await removeRewards(tx)
    await sql`alter table payments enable trigger payments_ledger`.execute(tx)
    await sql`alter table events disable trigger events_append_only`.execute(tx)
    await sql`
      delete from events where project_id in (${demoProjects}) or actor_id in (${demoUsers}) or subject_id in (${demoUsers})`.execute(
      tx,
    )
    await sql`alter table events enable trigger events_append_only`.execute(tx)
    const { numAffectedRows: projects = 0n } = await sql`delete from projects where id in (${demoProjects})`.execute(tx)
    const addresses = waitlist.map(([email]) => email)
    await sql`
      delete from waitlist_entries where lower(email) = any(${addresses}::text[])
        or registered_user_id in (${demoUsers})`.execute(tx)
    const { numAffectedRows: accounts = 0n } = await sql`delete from users where ${isDemoUser}`.execute(tx)
    return { accounts: Number(accounts), projects: Number(projects), kept }
  })
}

const demoUsers = sql`select users.id from users where ${isDemoUser}`
/** The first owner of the project `p` who is not a demo account. */
const otherOwner = sql`
  (select m.user_id from memberships m where m.project_id = p.id and m.role = 'owner' and m.user_id not in (${demoUsers})
    order by m.joined_at, m.user_id limit 1)`
/** Projects that a demo account made or owns, and that no other person owns. */
const demoProjects = sql`
  select p.id from projects p
  where (p.created_by in (${demoUsers}) or exists (
      select 1 from memberships m where m.project_id = p.id and m.role = 'owner' and m.user_id in (${demoUsers})))
    and ${otherOwner} is null`

/** Removes the bytes before the rows. The rows are marked first, so that an upload under way is refused. */
const removeFiles = async ({ db, store, clock }: Deps): Promise<void> => {
  await sql`update files set state = 'deleting', changed_at = ${clock.now()} where project_id in (${demoProjects})`.execute(
    db,
  )
  const { rows } = await sql<{ id: string; project_id: string }>`
    select id, project_id from files where state = 'deleting' and project_id in (${demoProjects})`.execute(db)
  for (const { id, project_id } of rows) await removeFile({ db, store, clock }, project_id, id)
}

/**
 * Hands demo accounts' projects that others own by now, and their files there, to those owners. Returns how many
 * projects a demo account had made.
 */
const handOver = async (tx: Tx): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update projects p set created_by = ${otherOwner}
    where created_by in (${demoUsers}) and ${otherOwner} is not null`.execute(tx)
  await sql`
    update files set uploaded_by = (select created_by from projects where projects.id = project_id)
    where uploaded_by in (${demoUsers}) and project_id not in (${demoProjects})`.execute(tx)
  await sql`
    update payer_dues d set payer_id = p.created_by from claims c join projects p on p.id = c.project_id
    where c.id = d.claim_id and d.payer_id in (${demoUsers}) and p.id not in (${demoProjects})`.execute(tx)
  await sql`
    update reputation_events e set creator_id = p.created_by from projects p
    where p.id = e.project_id and e.creator_id in (${demoUsers}) and p.id not in (${demoProjects})`.execute(tx)
  return Number(numAffectedRows)
}

const handOverLedger = async (tx: Tx): Promise<void> => {
  await sql`
    update payments set voided_by = (select created_by from projects where projects.id = project_id)
    where voided_by in (${demoUsers})`.execute(tx)
  await sql`
    delete from payment_recordings r where not exists (select 1 from payments where recording_id = r.id)
      and (project_id in (${demoProjects}) or recorded_by in (${demoUsers}))`.execute(tx)
  // The keys of two people may be equal, so each recording takes its own ID as its key.
  await sql`
    update payment_recordings set recorded_by = (select created_by from projects where projects.id = project_id),
      idempotency_key = payment_recordings.id::text
    where recorded_by in (${demoUsers})`.execute(tx)
  await sql`
    update payment_recordings set payer_id = (select created_by from projects where projects.id = project_id)
    where payer_id in (${demoUsers})`.execute(tx)
}

/**
 * Removes offers, claims and entries of demo projects, and those of demo accounts elsewhere with all entries of their
 * tasks; then adds up the balances of the projects that stay. Offers that others own by now pass to these.
 */
const removeRewards = async (tx: Tx): Promise<void> => {
  const theirClaims = sql`select id from claims where project_id in (${demoProjects}) or user_id in (${demoUsers})`
  const theirTasks = sql`select task_id from claims where id in (${theirClaims})`
  await sql`alter table ledger_entries disable trigger ledger_entries_append_only`.execute(tx)
  await sql`
    delete from ledger_entries where project_id in (${demoProjects}) or user_id in (${demoUsers})
      or task_id in (${theirTasks})`.execute(tx)
  await sql`alter table ledger_entries enable trigger ledger_entries_append_only`.execute(tx)
  await sql`delete from ledger_balances`.execute(tx)
  await sql`
    insert into ledger_balances (project_id, account, currency, amount_cents)
    select l.project_id, side.account, l.currency, sum(side.amount)
    from ledger_entries l,
      lateral (values (l.from_account, -l.amount_cents), (l.to_account, l.amount_cents)) as side (account, amount)
    group by 1, 2, 3`.execute(tx)
  await sql`delete from offers where project_id in (${demoProjects}) or task_id in (${theirTasks})`.execute(tx)
  for (const column of ['made_by', 'closed_by'])
    await sql`
      update offers set ${sql.ref(column)} = (select created_by from projects where projects.id = project_id)
      where ${sql.ref(column)} in (${demoUsers})`.execute(tx)
  await sql`update submissions set claim_id = null where claim_id in (${theirClaims})`.execute(tx)
  await sql`
    delete from proposals where claim_id in (${theirClaims}) or made_by in (${demoUsers}) or answered_by in (${demoUsers})`.execute(
    tx,
  )
  const theirDisputes = sql`
    select id from disputes where claim_id in (${theirClaims}) or opened_by in (${demoUsers}) or ended_by in (${demoUsers})`
  await sql`
    delete from dispute_readings where dispute_id in (${theirDisputes}) or read_by in (${demoUsers})`.execute(tx)
  await sql`
    delete from dispute_statements where dispute_id in (${theirDisputes}) or written_by in (${demoUsers})`.execute(tx)
  await sql`delete from disputes where id in (${theirDisputes})`.execute(tx)
  await sql`
    delete from ratings where author_id in (${demoUsers}) or rated_id in (${demoUsers}) or answered_by in (${demoUsers})`.execute(
    tx,
  )
  await sql`delete from rating_dues where worker_id in (${demoUsers})`.execute(tx)
  await sql`delete from payer_dues where claim_id in (${theirClaims})`.execute(tx)
  await sql`delete from payout_readings where claim_id in (${theirClaims}) or read_by in (${demoUsers})`.execute(tx)
  await sql`delete from claims where id in (${theirClaims})`.execute(tx)
}

/** Reverses the reputation that other people earned in demo projects, and deletes its lines. */
const takeBackReputation = (tx: Tx) =>
  sql`
    with gone as (
      delete from reputation_events where project_id in (${demoProjects}) returning user_id, delta
    )
    update users set reputation = reputation - earned.points
    from (select user_id, sum(delta)::int as points from gone group by 1) as earned
    where users.id = earned.user_id`.execute(tx)
