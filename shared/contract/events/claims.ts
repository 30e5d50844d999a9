import { z } from 'zod'
import { id } from '../common.ts'
import { claimKinds } from '../claims.ts'
import { eventFor, type Facts, nobody, notice } from './event.ts'

/** Members of the project, and the holder, who may be none. */
const ofHolder = eventFor('members and subject')

const claim = z.strictObject({ claimID: id })
const isTaken = ({ data }: Facts) => data['kind'] !== 'assigned'
const stale = ['claims.list', 'claims.get', 'claims.running', 'comments.feed', 'rewards.get'] as const

/** The events of claims: who has a task, and until when. The subject is the holder. */
export const claimEvents = {
  'claim.made': ofHolder({
    data: claim.extend({ kind: z.enum(claimKinds) }),
    notices: [notice('managers', 'review', 'task', { when: isTaken })],
    stale,
  }),
  'claim.extended': ofHolder({ data: claim, notices: nobody, like: 'claims.extend' }),
  'claim.warned': ofHolder({
    data: claim.extend({ warning: z.enum(['half', 'lastDay']) }),
    notices: [notice('subject', 'direct', 'task')],
    stale,
  }),
  'claim.returned': ofHolder({
    data: claim,
    notices: [notice('managers', 'review', 'task')],
    like: 'claims.giveBack',
  }),
  'claim.takenBack': ofHolder({
    data: claim,
    notices: [notice('subject', 'direct', 'task')],
    like: 'claims.takeBack',
  }),
  'claim.expired': ofHolder({
    data: claim,
    notices: [notice('subject', 'direct', 'task', { as: 'claim.expiredOwn' }), notice('managers', 'review', 'task')],
    stale,
  }),
  'claim.ended': ofHolder({ data: claim, notices: nobody, stale }),
  'claim.finished': ofHolder({ data: claim, notices: nobody, stale }),
}
