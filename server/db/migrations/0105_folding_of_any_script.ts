import { sql, type Kysely } from 'kysely'

/**
 * Folds also what Greek and Arabic writers spell in several ways (final sigma, forms of alef, yeh, kaf and heh, digits,
 * the stretching stroke), and leaves out what is not visible. In a database of a Turkish or Azeri locale the small letter
 * of I is ı: folding makes I an i by itself, and usernames, which are ASCII, are compared by the letters of "C". Texts that
 * had such characters are folded again, and those with a soft hyphen, which was a dash before. Of two people such as IRIS
 * and iris the later one gets a name of their own.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const found = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'unaccent'`.execute(db)
  const [extension] = found.rows
  if (!extension) throw new Error('The extension unaccent is missing.')
  await sql.raw(folding(extension.schema)).execute(db)
}

/** The characters that the function before this one kept, or made of I. */
const KEPT = String.raw`[\u03c2\u0629\u0640\u0649\u0660-\u0669\u0671\u06a9\u06be\u06c1\u06cc\u06f0-\u06f9\u200b-\u200f\u2060\ufe00-\ufe0f\ufeffı]`

const folding = (schema: string): string => String.raw`
create or replace function fold_text(value text) returns text
language sql immutable strict parallel safe
return translate(
  lower(translate(${schema}.unaccent('${schema}.unaccent'::regdictionary, normalize(regexp_replace(normalize(value, NFKD),
    '[\u00ad\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]', '', 'g'), NFKC)), 'I', 'i')),
  E'\u03c2\u0629\u0649\u0671\u06a9\u06be\u06c1\u06cc\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9',
  E'\u03c3\u0647\u064a\u0627\u0643\u0647\u0647\u064a01234567890123456789');

-- A write of the same text computes the columns, and calls the triggers, that are made of it.
update projects set title = title where search_text ~ '${KEPT}' or projects::text like E'%\u00ad%';
update users set name = name where search_text ~ '${KEPT}' or users::text like E'%\u00ad%';
update task_titles set words = fold_text(words) where words ~ '${KEPT}';
update open_tasks set search_text = fold_text(search_text) where search_text ~ '${KEPT}';

drop index users_username_key;
update users set username = left(username, 21) || '_' || right(users.id::text, 8)
from (
  select id, row_number() over (partition by lower(username collate "C") order by created_at, id) as place
  from users where deleted_at is null
) named
where named.id = users.id and place > 1;
create unique index users_username_key on users
  (lower(username collate "C"), (case when deleted_at is null then '00000000-0000-0000-0000-000000000000'::uuid else id end));
`
