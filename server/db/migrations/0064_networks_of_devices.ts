import { sql, type Kysely } from 'kysely'

/**
 * In which networks a device was used. Those of sessions are known from the first day, or everybody would be written to after the
 * upgrade; `''` is one that was not noted.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(networks).execute(db)
}

const networks = `
alter table known_devices add column network text not null default '';
alter table known_devices drop constraint known_devices_pkey, add primary key (user_id, device, network);
insert into known_devices (user_id, device, network, first_seen_at, last_seen_at)
select user_id, coalesce(device, ''), network, min(created_at), max(coalesce(last_seen_at, created_at))
from session_families where network is not null group by 1, 2, 3;
`
