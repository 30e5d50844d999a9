import { sql, type Kysely } from 'kysely'

/** Two-step sign-in: the sealed secret of each person's authenticator app, recovery codes, and sign-ins under way. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(twoStep).execute(db)
}

const twoStep = `
create table two_step (
  user_id uuid primary key references users on delete cascade,
  -- AES-256-GCM under a key that is not in the database; key_id tells which key, and nothing of it.
  sealed bytea not null,
  key_id text not null,
  created_at timestamptz not null,
  -- Null until the first right code: until then it changes nothing.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was used, so that no code works twice.
  last_step integer not null default 0
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of person and code, in hexadecimal. A code has 80 random bits.
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A person who has given the right password, and not yet the code.
create table sign_in_challenges (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);
`
