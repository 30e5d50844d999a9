import { events } from '#shared/contract/events.ts'
import type { Audience, EventDef } from '#shared/contract/events/event.ts'
import { guestKinds, ownGuestKinds } from '#shared/rules/guest-events.ts'
import { isManager } from '#shared/rules/membership.ts'
import type { LoggedEvent } from '../events/read.ts'
import type { Rights } from './live-repository.ts'

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

const rules: Readonly<Record<Audience, Rule>> = {
  members: isMember,
  'members, also of a deleted project': ({ projectID }, userID, rights) =>
    rights.memberOf(userID, projectID) !== undefined,
  'members and subject': oneOf(isSubject, isMember),
  'managers and subject': ofRequest,
  'members, or managers and subject of the request': (...given) =>
    given[0].requestID === null ? isMember(...given) : ofRequest(...given),
  'managers, and the subject as a member': (...given) =>
    isManagerOf(...given) || (isMember(...given) && isSubject(...given)),
  administrators: isAdministrator,
  'administrators and subject': oneOf(isSubject, isAdministrator),
  subject: isSubject,
}

/** A newer server that shares the database may write kinds which this one does not know: nobody here hears of them. */
const audienceOf = ({ kind }: Pick<LoggedEvent, 'kind'>): Audience | undefined =>
  (events as Partial<Record<string, EventDef>>)[kind]?.audience

const forAdministrators: ReadonlySet<Audience | undefined> = new Set(['administrators', 'administrators and subject'])
export const isForAdministrators = (event: Pick<LoggedEvent, 'kind'>): boolean =>
  forAdministrators.has(audienceOf(event))

/** Whether guests of the task hear of such an event, too. */
export const isForGuests = ({ kind }: Pick<LoggedEvent, 'kind'>): boolean => ofGuests.has(kind)
const ofGuests: ReadonlySet<string> = new Set([...guestKinds, ...ownGuestKinds])
const aboutThemselves: ReadonlySet<string> = new Set(ownGuestKinds)

/** A guest hears of the task since its offer was made, and of what is owed to others nothing. */
const isGuest: Rule = (event, userID, rights) => {
  const since = isForGuests(event) ? rights.guestsOf(event.taskID).get(userID) : undefined
  return (
    since !== undefined &&
    event.createdAt >= since &&
    (!aboutThemselves.has(event.kind) || isSubject(event, userID, rights))
  )
}

/** Whether the person may hear of the event, by the rights that were read after it. */
export const mayReceive: Rule = (event, userID, rights) => {
  const audience = audienceOf(event)
  return audience !== undefined && (rules[audience](event, userID, rights) || isGuest(event, userID, rights))
}

/** Whether the person gets an event of a task without the task and without the names of others: who is no member. */
export const isOutsider = ({ taskID, projectID }: LoggedEvent, userID: string, rights: Rights): boolean =>
  taskID !== null && rights.memberOf(userID, projectID) === undefined

/**
 * Everybody here who may hear of the event, among whom the rights are of: each rule asks for a member of the event's project, for
 * a guest of its task, for whom it is about, or for an administrator, so that nobody else is looked at, however many are connected. `isHere` is asked first,
 * because it costs least, and most members of a large project are not.
 */
export const listenersOf = (event: LoggedEvent, rights: Rights, isHere: (userID: string) => boolean): string[] => {
  const { projectID, subjectID } = event
  const asked = new Set<string>()
  const ask = (userID: string) => isHere(userID) && asked.add(userID)
  if (projectID !== null) for (const userID of rights.membersOf(projectID)) ask(userID)
  for (const userID of rights.guestsOf(event.taskID).keys()) ask(userID)
  if (subjectID !== null) ask(subjectID)
  if (isForAdministrators(event)) for (const userID of rights.administrators) ask(userID)
  return [...asked].filter((userID) => mayReceive(event, userID, rights))
}
