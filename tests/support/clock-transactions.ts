import { runDecisionClock } from '#server/modules/memberships/decision-clock.ts'
import type { TestApp } from './server.ts'

type Someone = { id: string; api: ReturnType<TestApp['client']> }
type Team = { owner: Someone; stranger: Someone; id: string; params: { id: string } }

/** The transactions of the decision clock, for tests/api/transactions.test.ts. */
export const clockTransactions = (server: () => TestApp, team: () => Promise<Team>) => {
  const applied = async () => {
    // What other tries have left is no part of this one.
    await server()
      .db.updateTable('project_requests')
      .set({ withdrawn_at: new Date() })
      .where('status', '=', 0)
      .execute()
    const { owner, stranger, params } = await team()
    const { data } = await stranger.api.projects.apply({ params, body: {} })
    return { owner, stranger, params, id: data.requestId ?? '' }
  }
  const file = 'modules/memberships/decision-clock.ts'
  return {
    'the clock closes a request': {
      file,
      prepare: async () => {
        const { id } = await applied()
        await server().db.updateTable('project_requests').set({ answer_by: new Date() }).where('id', '=', id).execute()
        return () => runDecisionClock(server())
      },
    },
    'the clock reminds of a request': {
      file,
      prepare: async () => {
        const { id } = await applied()
        const clock_from = new Date('2020-01-01T00:00:00Z')
        await server().db.updateTable('project_requests').set({ clock_from }).where('id', '=', id).execute()
        return () => runDecisionClock(server())
      },
    },
    'an application is reopened': {
      file: 'modules/memberships/managed-request.ts',
      prepare: async () => {
        const { owner, id, stranger, params } = await applied()
        await owner.api.memberships.answer({ params: { ...params, userId: stranger.id }, body: { accept: false } })
        return () => owner.api.requests.reopen({ params: { id }, body: {} })
      },
    },
    'an invitation is taken back': {
      file: 'modules/memberships/managed-request.ts',
      prepare: async () => {
        const { owner, stranger, params } = await team()
        const invited = { params: { ...params, userId: stranger.id }, body: { role: 'member' as const } }
        const { requestId: id } = (await owner.api.memberships.invite(invited)).data
        return () => owner.api.requests.withdraw({ params: { id }, body: {} })
      },
    },
    'an answer date is put off': {
      file: 'modules/memberships/managed-request.ts',
      prepare: async () => {
        const { owner, id } = await applied()
        return () => owner.api.requests.prolong({ params: { id }, body: { reason: 'We are away.' } })
      },
    },
  }
}
