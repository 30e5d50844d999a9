import { runAddressClock } from '#server/modules/address-invitations/service.ts'
import { runDecisionClock } from '#server/modules/memberships/decision-clock.ts'
import { failingWebhook } from './failing-webhook.ts'
import type { Case, World } from './notice-cases.ts'

/** The clock's turn, a number of days from now: the request itself is moved, since the tokens of this world end soon. */
const daysLater =
  (days: number) =>
  async ({ server, project }: World) => {
    const earlier = (time: Date) => new Date(time.getTime() - days * 24 * 60 * 60_000)
    const open = await server.db
      .selectFrom('project_requests')
      .select(['id', 'clock_from', 'answer_by'])
      .where('project_id', '=', project.id)
      .execute()
    for (const { id, clock_from, answer_by } of open)
      await server.db
        .updateTable('project_requests')
        .set({ clock_from: earlier(clock_from), answer_by: earlier(answer_by) })
        .where('id', '=', id)
        .execute()
    await runDecisionClock(server)
  }

/** Who hears what the decision clock says of requests. */
export const clockNoticeCases: Record<string, Case> = {
  '[INBOX-04] request.reminded of an application, to the applicant request.waiting': {
    prepare: ({ applied }) => applied(),
    act: daysLater(8),
    told: { owner: 'requests', admin: 'requests', stranger: 'requests' },
  },
  '[INBOX-04] request.reminded of an invitation, to the project request.waiting': {
    prepare: ({ invite, owner }) => invite(owner),
    act: daysLater(8),
    told: { owner: 'requests', admin: 'requests', stranger: 'requests' },
  },
  '[INBOX-04] request.expired': {
    prepare: ({ applied }) => applied(),
    act: daysLater(15),
    told: { owner: 'requests', admin: 'requests', stranger: 'requests' },
  },
  '[ENTRY-22] invitation.ended': {
    prepare: async ({ admin, params, project }) => {
      const email = `${project.id}@example.org`
      return (await admin.api.addressInvitations.create({ params, body: { email } })).data.id
    },
    act: async ({ server }, id) => {
      const ends_at = server.clock.now()
      await server.db.updateTable('address_invitations').set({ ends_at }).where('id', '=', id).execute()
      await runAddressClock(server)
    },
    told: { admin: 'requests' },
  },
  '[FEED-12] webhook.paused': {
    act: async ({ server, project }) => (await failingWebhook(server, project.id))(),
    told: { owner: 'requests' },
  },
  '[INBOX-03] request.prolonged': {
    prepare: ({ applied }) => applied(),
    act: ({ admin }, id) => admin.api.requests.prolong({ params: { id }, body: { reason: 'We are away.' } }),
    told: { stranger: 'requests' },
  },
  '[CLOCK-19] request.closed, to the others project.deleted': {
    prepare: ({ applied }) => applied(),
    act: ({ owner, params }) => owner.api.projects.remove({ params }),
    told: { stranger: 'requests', admin: 'following', member: 'following', other: 'following' },
  },
}
