/**
 * The settings that the server relies on in each session, whatever the defaults: how values are written (the driver
 * reads ISO dates only), how statements are parsed, what a transaction may do, timeouts. Schema, role and durability
 * are the administrator's choice; the start warns of missing durability.
 */
export const sessionSettings = (statementTimeout = 30_000) =>
  ({
    client_encoding: 'UTF8',
    datestyle: 'ISO, MDY',
    intervalstyle: 'postgres',
    timezone: 'UTC',
    extra_float_digits: '1',
    bytea_output: 'hex',
    lc_monetary: 'C',
    lc_numeric: 'C',
    lc_time: 'C',
    standard_conforming_strings: 'on',
    array_nulls: 'on',
    transform_null_equals: 'off',
    quote_all_identifiers: 'off',
    default_transaction_isolation: 'read committed',
    default_transaction_read_only: 'off',
    default_transaction_deferrable: 'off',
    row_security: 'on',
    check_function_bodies: 'on',
    // A search through an index would leave rows out.
    gin_fuzzy_search_limit: '0',
    // A request that waits for another one's lock ends with its statement, and a connection of the pool may be idle.
    statement_timeout: String(statementTimeout),
    idle_in_transaction_session_timeout: '60000',
    lock_timeout: '0',
    idle_session_timeout: '0',
    transaction_timeout: '0',
    // All statements here read little, but PostgreSQL estimates that a word search reads a quarter of the market. It
    // would start parallel workers or the JIT compiler, and either takes ten times as long as the search itself.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
  }) as const satisfies Record<string, string>

/** Settings that PostgreSQL 15 does not have yet. */
const LATER = ['transaction_timeout']

/** The statement that sets them for the session: poolers refuse most of them as start-up parameters. */
export const settingStatement = (statementTimeout?: number): string =>
  `select pg_backend_pid() as pid, ${Object.entries(sessionSettings(statementTimeout))
    .map(([name, value]) => {
      const setting = `set_config('${name}', '${value}', false)`
      return LATER.includes(name)
        ? `case when current_setting('${name}', true) is not null then ${setting} end`
        : setting
    })
    .join(', ')}`
