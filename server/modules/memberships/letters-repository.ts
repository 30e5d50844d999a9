import { sql } from 'kysely'
import type { GivenAnswer } from '#shared/contract/letters.ts'
import { isOpen } from '#server/access/letters.ts'
import { type Tx, send } from '#server/db/pool.ts'

type Letter = { letter: string | null; answers: readonly GivenAnswer[] }

/** Keeps what an application says that was made in the same transaction. */
export const writeLetter = async (tx: Tx, id: string, { letter, answers }: Letter): Promise<void> => {
  await send(
    tx,
    tx
      .updateTable('project_requests')
      .set({ letter, answers: JSON.stringify(answers) })
      .where('id', '=', id),
  )
}

/**
 * Changes the letter or answers of an open application that nobody has opened; a concurrent first look comes before or
 * after. Omitted fields stay, even if another call changes them at the same time. Returns whether it did.
 */
export const changeLetter = async (tx: Tx, id: string, { letter, answers }: Partial<Letter>): Promise<boolean> => {
  const newLetter = letter === undefined ? sql.ref('r.letter') : letter
  const newAnswers = answers === undefined ? sql.ref('r.answers') : sql`${JSON.stringify(answers)}::jsonb`
  const { numAffectedRows } = await sql`
    update project_requests r set letter = ${newLetter}, answers = ${newAnswers}
    from projects p where r.id = ${id} and p.id = r.project_id and ${isOpen} and r.seen_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Notes the first look at an application. Returns whether this was it. */
export const noteSeen = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update project_requests set seen_at = ${now} where id = ${id} and seen_at is null and withdrawn_at is null`.execute(
    tx,
  )
  return numAffectedRows === 1n
}
