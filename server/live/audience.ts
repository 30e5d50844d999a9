import type { EventKind } from '#shared/contract/events.ts'
import { isManager } from '#shared/rules/membership.ts'
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

/** Who hears of events about each noun; the compiler asks for the row of a new one. Nobody else hears anything. */
const audience: Readonly<Record<Noun, Rule>> = {
  // Of a project's end its members hear, too: it is the last that they hear of it.
  project: ({ kind, projectID }, userID, rights) => {
    const member = rights.memberOf(userID, projectID)
    return member !== undefined && (kind === 'project.deleted' || !member.isDeleted)
  },
  request: ofRequest,
  // A person who was removed hears that, and nothing of the project after it.
  member: oneOf(isSubject, isMember),
  task: isMember,
  submission: isMember,
  // Members hear nothing of the conversation about an application.
  comment: (...given) => (given[0].requestID === null ? isMember(...given) : ofRequest(...given)),
  file: isMember,
  // A member sees the payments to themselves alone.
  payment: (...given) => isManagerOf(...given) || (isMember(...given) && isSubject(...given)),
  creatorApplication: oneOf(isSubject, isAdministrator),
  waitlist: isAdministrator,
  account: isSubject,
}

/** The nouns of whose events administrators hear, too. */
const HEARD_BY_ADMINISTRATORS: ReadonlySet<string> = new Set<Noun>(['creatorApplication', 'waitlist'])
const nounOf = ({ kind }: Pick<LoggedEvent, 'kind'>): string => kind.split('.')[0] ?? ''
export const isForAdministrators = (event: Pick<LoggedEvent, 'kind'>): boolean =>
  HEARD_BY_ADMINISTRATORS.has(nounOf(event))

/** Whether the person may hear of the event, by the rights that were read after it. */
export const mayHear: Rule = (event, userID, rights) =>
  // A newer server that shares the database may write kinds which this one does not know.
  audience[nounOf(event) as Noun]?.(event, userID, rights) ?? false

/**
 * Everybody here who may hear of the event, among whom the rights are of: each rule asks for a member of the event's project, for
 * whom it is about, or for an administrator, so that nobody else is looked at, however many are connected. `isHere` is asked first,
 * because it costs least, and most members of a large project are not.
 */
export const hearersOf = (event: LoggedEvent, rights: Rights, isHere: (userID: string) => boolean): string[] => {
  const { projectID, subjectID } = event
  const asked = new Set<string>()
  const ask = (userID: string) => isHere(userID) && asked.add(userID)
  if (projectID !== null) for (const userID of rights.membersOf(projectID)) ask(userID)
  if (subjectID !== null) ask(subjectID)
  if (isForAdministrators(event)) for (const userID of rights.administrators) ask(userID)
  return [...asked].filter((userID) => mayHear(event, userID, rights))
}
