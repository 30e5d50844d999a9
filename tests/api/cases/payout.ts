import { TEST_PASSWORD } from '#support/factories.ts'
import { any, type Cases, type Cell, network, text } from '../case.ts'
import { everybody, signedIn, signedInGets, unknown } from '../rights.ts'
import { nobodys } from './inputs.ts'
import { withDue } from './rewards.ts'

const service = 'modules/payout/service.ts'
const kept = () => ({
  body: {
    method: 'bank' as const,
    details: text(),
    receiptName: text(),
    receiptAddress: text(),
    password: TEST_PASSWORD,
  },
})
const wrong = () => ({ body: { ...kept().body, password: 'not this one' } })
const right = () => ({ body: { password: TEST_PASSWORD } })
const withDetails = async ({ as }: Cell) => {
  await as('owner').payout.set(kept())
  return right()
}
const ofTask = ({ project: { id, ownTaskID } }: Cell) => ({ params: { id, taskID: ownTaskID } })
const changed = { kind: 'payout.changed', data: network } as const

/** Calls about how people are paid, and what they were paid. */
export const payoutCases: Cases = {
  'earnings.list': { may: signedIn },
  'earnings.statement': { may: signedIn },
  'earnings.receipt': { input: () => ({ params: { paymentID: nobodys().params.id } }), may: unknown },
  'payout.own': { may: signedIn },
  'payout.set with a wrong password': { input: wrong, may: signedInGets(422) },
  'payout.set': { input: kept, leaves: [changed], rollsBack: service },
  'payout.remove with a wrong password': {
    input: () => ({ body: { password: 'not this one' } }),
    may: signedInGets(422),
  },
  'payout.remove without details': { by: 'stranger', input: right, fails: 404, leaves: [] },
  'payout.remove': { input: withDetails, leaves: [changed], rollsBack: service },
  'payout.notMe by a made-up link': { input: () => ({ body: { token: 'nothing' } }), may: everybody(422) },
  'payout.notMe': {
    input: async ({ as, server, self }) => {
      await as('owner').payout.set(kept())
      const [mail] = await server.mails(self.email)
      const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://no.link')
      return { body: { token: link.searchParams.get('token') ?? '' } }
    },
    leaves: [changed],
    rollsBack: service,
  },
  'payout.closeQuestion': { input: () => ({ body: {} }), may: signedIn, leaves: 'silently' },
  'payout.ofDue that is not there': {
    input: () => ({ params: { ...nobodys().params, taskID: nobodys().params.id } }),
    may: unknown,
  },
  'payout.ofDue without a due': { input: ofTask, may: unknown },
  'payout.ofDue': {
    input: async (cell) => {
      await withDue(cell)
      await cell.as('member').payout.set(kept())
      return ofTask(cell)
    },
    leaves: [{ kind: 'payout.read', projectID: null, of: 'member', data: { claimID: any } }],
    rollsBack: service,
  },
}
