import { resealPayouts } from '../modules/payout/service.ts'
import { resealSecrets } from '../modules/webhooks/service.ts'
import { withDatabase } from './database-command.ts'
import type { CommandInput, Outcome } from './index.ts'

const countText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`

/**
 * `guildhall-server payout reseal`: seals all payout details, and the secrets of webhooks, under the key of now, where
 * GUILDHALL_OLD_SECRET opens the old seals; names those that it could not open, and exits with 1 then. It may be repeated, also
 * after it was killed. Errors: one sentence where the settings have no place for a key.
 */
export const reseal = ({ config }: Pick<CommandInput, 'config'>): Promise<Outcome> =>
  withDatabase(config, async (db, where) => {
    const { sealed, unopened } = await resealPayouts({ db, config })
    const secrets = await resealSecrets(db, config)
    const lost = secrets.unopened.map(({ projectID, target }) => `  webhook ${target} of project ${projectID}`)
    const done = `The payout details of ${countText(sealed)} were sealed anew${where}; those of everybody else are under the key of now.`
    const ofWebhooks = secrets.sealed > 0 ? [`Secrets of webhooks were sealed anew: ${secrets.sealed}.`] : []
    if (unopened.length === 0 && lost.length === 0) return { says: [done, ...ofWebhooks].join('\n') }
    return {
      says: [
        `The payout details of ${countText(sealed)} were sealed anew${where}. These could not be opened: give the server the GUILDHALL_SECRET of then as GUILDHALL_OLD_SECRET, or ask these people to give them again, and remove and add these webhooks.`,
        ...unopened.map(({ username, email }) => `  ${username} <${email}>`),
        ...ofWebhooks,
        ...lost,
      ].join('\n'),
      code: 1,
    }
  })
