import { conflict } from '#server/http/errors.ts'
import type { Tx } from '#server/db/pool.ts'
import * as repository from './repository.ts'

/**
 * Lets a project's offers and the terms of who has its tasks follow its new currency: they promise nothing yet. The
 * project's row is held to be changed. Errors: 409 once the ledger has an entry of the project, in whatever currency.
 */
export const followCurrency = async (
  tx: Tx,
  { projectID, from, to }: { projectID: string; from: string; to: string },
): Promise<void> => {
  if (from === to) return
  if (await repository.hasEntries(tx, projectID))
    throw conflict('CONFLICT', `The currency stays ${from}: the project has promised or recorded amounts already.`)
  await repository.changeCurrency(tx, projectID, to)
}
