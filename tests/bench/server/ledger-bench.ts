import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { count, type Figure } from '../figure.ts'
import { startCluster } from './cluster.ts'

const DATABASE = 'ledger'
/** A task that was paid has three entries: reserve, due and settle. */
const ENTRIES_OF_TASK = 3
const PROJECTS = 1_000
const TARGET_S = 15

/** Tasks that were rewarded, done and paid, and the balances that their entries add up to. Triggers are off while they are written. */
const seed = async (client: pg.Client, tasks: number): Promise<void> => {
  await client.query('set session_replication_role = replica')
  await client.query(`
    insert into users (id, email, username, password_hash, name, is_email_verified)
    select uuidv7(), 'person' || n || '@bench.test', 'person' || n, '-', 'Person ' || n, true from generate_series(0, 500) n;
    insert into projects (id, title, description, skills, status, budget, created_by)
    select uuidv7(), 'Project ' || n, 'Work.', 'Maps', 2, '1000000', (select id from users where username = 'person0')
    from generate_series(1, ${PROJECTS}) n;
    insert into memberships (project_id, user_id, role, last_active_at) select id, created_by, 'owner', now() from projects;
    insert into payment_recordings (id, project_id, recorded_by, idempotency_key, request_hash)
    select id, id, created_by, 'the payments', '' from projects;
    create temp table paid as
    select p.id as project_id, n, uuidv7() as task_id, uuidv7() as claim_id, uuidv7() as payment_id, u.id as user_id, p.created_by as owner_id,
      100 * (1 + n % 400) as cents, now() - n * interval '1 second' - interval '90 days' as at
    from (select id, created_by, row_number() over (order by id) - 1 as place from projects) as p,
      generate_series(1, ${tasks}) n join users u on u.username = 'person' || (1 + n % 500)
    where p.place = n % ${PROJECTS};
    insert into tasks (id, project_id, task_number, title, description, status, assigned_to_id, offer_cents)
    select task_id, project_id, n, 'Task ' || n, 'In ink.', 4, user_id, cents from paid;
    insert into offers (task_id, project_id, amount_cents, currency, mode, made_by, made_at, changed_at)
    select task_id, project_id, cents, 'USD', 'claim', owner_id, at, at from paid;
    insert into claims (id, project_id, task_id, user_id, kind, state, terms, claimed_at, first_hand_in_at, ended_at, pay_by)
    select claim_id, project_id, task_id, user_id, 'claimed', 'finished', jsonb_build_object('amountCents', cents, 'currency', 'USD',
      'leaseDays', 7, 'reviewDays', 14, 'payDays', 14), at, at, at, at + interval '14 days' from paid;
    insert into payments (id, recording_id, position, project_id, user_id, amount_cents, currency, task_id, task_number, task_title, receipt_number, created_at)
    select payment_id, project_id, n, project_id, user_id, cents, 'USD', task_id, n, 'Task ' || n, n, at from paid;
    insert into ledger_entries (id, project_id, task_id, claim_id, user_id, from_account, to_account, amount_cents, currency, kind, payment_id, event_id, created_at)
    select uuidv7(), project_id, task_id, e.claim, e.person, e.source, e.target, cents, 'USD', e.kind, e.payment, uuidv7(), at from paid, lateral (values
      ('reserve', 'budget', 'reserved:' || task_id, null, null, null),
      ('due', 'reserved:' || task_id, 'due:' || claim_id, claim_id, user_id, null),
      ('settle', 'due:' || claim_id, 'paid:' || user_id, claim_id, user_id, payment_id)
    ) as e (kind, source, target, claim, person, payment);
    insert into ledger_balances (project_id, account, currency, amount_cents)
    select project_id, account, 'USD', sum(amount) from ledger_entries,
      lateral (values (from_account, -amount_cents), (to_account, amount_cents)) as side (account, amount)
    group by 1, 2`)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
}

/** Runs the built `guildhall-server ledger check`; answers what it says and how many seconds it took. */
const checkLedger = async (databaseUrl: string): Promise<{ says: string; seconds: number }> => {
  const main = process.env['BENCH_SERVER'] ?? fileURLToPath(new URL('../../../out/server/main.js', import.meta.url))
  const began = performance.now()
  const child = spawn(process.execPath, [main, 'ledger', 'check'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], GUILDHALL_DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
  })
  let says = ''
  child.stdout.on('data', (chunk: Buffer) => (says += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`ledger check ended with ${String(code)}: ${says.slice(0, 500)}`)
  return { says: says.trim(), seconds: (performance.now() - began) / 1000 }
}

/** [LEDGER-43] Measures the check of a ledger with about this many entries, which finds nothing. */
export const ledgerCheck = async (entries: number): Promise<Figure[]> => {
  const cluster = await startCluster()
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const tasks = Math.ceil(entries / ENTRIES_OF_TASK)
    process.stderr.write(`Filling a ledger with ${tasks * ENTRIES_OF_TASK} entries …\n`)
    await seed(client, tasks)
    await client.end()
    const { says, seconds } = await checkLedger(cluster.urlOf(DATABASE))
    return [
      {
        what: `ledger check of ${count(tasks * ENTRIES_OF_TASK, 'entry').replace(/entrys$/, 'entries')}`,
        value: `${seconds.toFixed(1)} s`,
        target: `≤ ${TARGET_S} s`,
        reached: seconds <= TARGET_S,
      },
      { what: `  ${says}`, value: '' },
    ]
  } finally {
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}
