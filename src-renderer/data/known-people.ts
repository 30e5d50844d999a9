import type { KnownPerson } from '#shared/contract/known-people.ts'
import { dataOf, query } from './query.ts'

/** For whom a project vouches, and whom it blocks; for owners and admins of a server that has claims. */
export const knownPeopleQuery = (projectID: string, isWanted: boolean) =>
  query('knownPeople.list', { params: { id: projectID } }, { select: dataOf, enabled: isWanted })

/** What a person is marked as in a project; null for nothing. */
export type Mark = KnownPerson['mark'] | null
