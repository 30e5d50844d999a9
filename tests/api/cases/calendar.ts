import type { CallInput, Cases, Cell } from '../case.ts'
import { signedIn, unknown } from '../rights.ts'

const withAddress = async ({ as, actor }: Cell): Promise<CallInput> => {
  if (actor !== 'anonymous') await as(actor).calendar.make({ body: {} })
  return { body: { hideTitles: true } }
}

/** Calls of one's own calendar, whose address no access token makes. */
export const calendarCases: Cases = {
  'calendar.get': { may: signedIn },
  'calendar.change without an address': { input: () => ({ body: { hideTitles: true } }), may: unknown },
  'calendar.change': { by: 'member', input: withAddress, leaves: 'silently' },
  'calendar.make': {
    input: () => ({ body: {} }),
    may: signedIn,
    leaves: 'silently',
    rollsBack: 'modules/calendar/service.ts',
  },
  'calendar.revoke without an address': { may: signedIn },
  'calendar.revoke': { by: 'member', input: withAddress, leaves: 'silently' },
}
