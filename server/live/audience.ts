import type { EventKind } from '../../shared/contract/events.ts'
import { isManager } from '../../shared/rules/membership.ts'
import type { LoggedEvent } from '../events/read.ts'
import type { Rights } from './live-repository.ts'

type Noun = EventKind extends `${infer N}.${string}` ? N : never
type Rule = (event: LoggedEvent, userID: string, rights: Rights) => boolean

const isSubject: Rule = ({ subjectID }, userID) => subjectID === userID
const isAdministrator: Rule = (_, userID, rights) => rights.isAdministrator(userID)
const isMember: Rule = ({ projectID }, userID, rights) => rights.memberOf(userID, projectID)?.isDeleted === false
const isManagerOf: Rule = ({ projectID }, userID, rights) => {
  const member = rights.memberOf(userID, projectID)
  return member?.isDeleted === false && isManager(member.role)
}
const oneOf =
  (...rules: readonly Rule[]): Rule =>
  (...given) =>
    rules.some((rule) => rule(...given))

const ofRequest = oneOf(isSubject, isManagerOf)

/** Who hears of events about each noun; the compiler asks for the row of a new one. Whoever is not named hears nothing. */
const audience: Readonly<Record<Noun, Rule>> = {
  // Of a project's end its members hear, too: it is the last that they hear of it.
  project: ({ kind, projectID }, userID, rights) => {
    const member = rights.memberOf(userID, projectID)
    return member !== undefined && (kind === 'project.deleted' || !member.isDeleted)
  },
  request: ofRequest,
  // Whoever was removed hears that, and nothing of the project after it.
  member: oneOf(isSubject, isMember),
  task: isMember,
  submission: isMember,
  // What is said about an application, members hear nothing of.
  comment: (...given) => (given[0].requestID === null ? isMember(...given) : ofRequest(...given)),
  file: isMember,
  // A member sees the payments to themselves alone.
  payment: (...given) => isManagerOf(...given) || (isMember(...given) && isSubject(...given)),
  creatorApplication: oneOf(isSubject, isAdministrator),
  waitlist: isAdministrator,
  account: isSubject,
}

/** Whether the person may hear of the event, by the rights that were read after it. */
export const mayHear: Rule = (event, userID, rights) =>
  // A newer server that shares the database may write kinds which this one does not know.
  audience[event.kind.split('.')[0] as Noun]?.(event, userID, rights) ?? false
