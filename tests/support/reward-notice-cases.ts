import type { Case, World } from './notice-cases.ts'

/** A task with a reward that the member has; returns its ID. */
const held = async ({ server, owner, member, project, begun }: World): Promise<string> => {
  await server.db.updateTable('projects').set({ budget: '$3,000' }).where('id', '=', project.id).execute()
  const id = await begun(member.id)
  await owner.api.offers.set({ params: { id }, body: { amountCents: 10_000, mode: 'assigned' } })
  return id
}

/** What rewards tell of. */
export const rewardNoticeCases: Record<string, Case> = {
  '[OFFER-20] offer.changed': {
    prepare: held,
    act: ({ owner }, id) => owner.api.offers.set({ params: { id }, body: { amountCents: 20_000, mode: 'assigned' } }),
    told: { member: 'direct' },
  },
  '[SETTLE-43] payment.missing': {
    prepare: async ({ pay, owner, member }) => (await pay(owner, member.id)).data.id,
    act: ({ member }, id) =>
      member.api.payments.missing({ params: { id }, body: { text: 'Nothing.', idempotencyKey: `missing ${id}` } }),
    told: { owner: 'money', admin: 'money' },
  },
}
