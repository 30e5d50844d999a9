/**
 * What one table has of a person: what their export includes, and what the deletion of their account does. In
 * conditions `:me` stands for the person's ID. Tests fail for a table or text column that is not listed.
 */
export type PersonalTable = {
  /** What is exported, by the name of its list: the rows that fit `where`, with these columns, or an expression under a name. */
  lists?: Readonly<Record<string, { where: string; columns: readonly (string | readonly [as: string, sql: string])[] }>>
  /** Why the other columns are not exported, or why nothing of the table is. */
  without?: string
  /** The columns that `without` speaks of, where some of the others are exported. */
  withoutColumns?: readonly string[]
  /** At the deletion the rows that fit go, with all their text. */
  rowsGo?: string
  /** At the deletion the rows that fit get these values. */
  becomes?: { where: string; values: Readonly<Record<string, string>> }
  /** Columns of text, texts or JSON in which the person's name and address are replaced, no matter who wrote them. */
  texts?: readonly string[]
  /**
   * Which rows with `texts` may name the person: those of projects that they had a part in. Elsewhere a very frequent
   * name counts as common words. Without `about`, all rows may.
   */
  about?: string
  /** The column that tells the rows of a table with `texts` apart; `id` by default. */
  key?: string
  /** Columns of text that stay as they are, and why they name nobody. */
  stays?: { columns: readonly string[]; because: string }
}

/** Why much is not exported. */
export const PROOF = 'It proves who somebody is, and must stay on the server.'
export const SERVER = 'It is about the server, and nobody is in it.'
export const DERIVED = 'It is made of other tables.'
export const CHANCE = 'It is made by chance.'
