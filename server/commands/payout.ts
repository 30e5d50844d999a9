import { resealPayouts } from '../modules/payout/service.ts'
import { withDatabase } from './database-command.ts'
import type { CommandInput, Outcome } from './index.ts'

const countText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`

/**
 * `guildhall-server payout reseal`: seals all payout details under the key of now, where GUILDHALL_OLD_SECRET opens the old
 * seals; names those that it could not open, and exits with 1 then. It may be repeated, also after it was killed. Errors: one
 * sentence where the settings have no place for a key.
 */
export const reseal = ({ config }: Pick<CommandInput, 'config'>): Promise<Outcome> =>
  withDatabase(config, async (db, where) => {
    const { sealed, unopened } = await resealPayouts({ db, config })
    const done = `The payout details of ${countText(sealed)} were sealed anew${where}; those of everybody else are under the key of now.`
    if (unopened.length === 0) return { says: done }
    return {
      says: [
        `The payout details of ${countText(sealed)} were sealed anew${where}. These could not be opened: give the server the GUILDHALL_SECRET of then as GUILDHALL_OLD_SECRET, or ask these people to give them again.`,
        ...unopened.map(({ username, email }) => `  ${username} <${email}>`),
      ].join('\n'),
      code: 1,
    }
  })
