import { z } from 'zod'
import { id } from '../common.ts'
import { inbox } from '../reads.ts'
import { eventFor, nobody, notice } from './event.ts'

/** The subject is who worked. */
const ofSides = eventFor('managers and subject')
const ofAuthor = eventFor('subject')

const ofDue = z.strictObject({ dueID: id })
const ofRating = z.strictObject({ ratingID: id })
// Who worked may be no member any more, so their notice opens nothing.
const bothSides = [notice('managers', 'requests', 'project'), notice('subject', 'requests', 'end')] as const

/** The events of reviews: IDs only. */
export const ratingEvents = {
  'rating.due': ofSides({ data: ofDue, notices: bothSides, stale: ['ratings.own', ...inbox] }),
  // Of no project: nobody but its author reads it, also afterwards.
  'rating.given': ofAuthor({ data: ofRating, notices: nobody, stale: ['ratings.own'] }),
  'rating.revealed': ofSides({ data: ofDue, notices: bothSides, stale: ['ratings.own', 'ratings.ofPerson', ...inbox] }),
  'rating.answered': ofSides({ data: ofRating, notices: nobody, like: 'ratings.answer' }),
  'rating.hidden': ofSides({ data: ofRating, notices: nobody, stale: ['ratings.ofPerson'] }),
}
