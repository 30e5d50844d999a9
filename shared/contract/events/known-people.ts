import { z } from 'zod'
import { id } from '../common.ts'
import { eventFor, nobody } from './event.ts'

/** For owners and admins alone: the event has no subject, who would hear of it. */
const ofManagers = eventFor('managers and subject')
const data = z.strictObject({ userID: id })

/** The events of people for whom a project vouches, and whom it blocks. */
export const knownPeopleEvents = {
  'vouch.given': ofManagers({ data, notices: nobody, like: 'knownPeople.vouch' }),
  'vouch.taken': ofManagers({ data, notices: nobody, like: 'knownPeople.takeVouch' }),
  'person.blocked': ofManagers({ data, notices: nobody, like: 'knownPeople.block' }),
  'person.unblocked': ofManagers({ data, notices: nobody, like: 'knownPeople.unblock' }),
}
