import { sql, type Kysely } from 'kysely'

/** Access tokens that people make for programs. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(accessTokens).execute(db)
}

const accessTokens = `
-- A token is a session without refresh tokens, so that all that ends sessions ends tokens, too.
create table access_tokens (
  id uuid primary key references session_families on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'work', 'manage', 'admin']),
  -- SHA-256 of the token, in hexadecimal. The token itself is nowhere.
  token_hash text not null unique,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  last_used_at timestamptz
);
create index access_tokens_of_user on access_tokens (user_id, created_at);
`
