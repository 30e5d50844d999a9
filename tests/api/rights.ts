/**
 * The people who call, by their access to the project. The administrator looks after the platform and has no access to the
 * project; the guest has one task of it, which the former guest has given back.
 */
export const actors = [
  'anonymous',
  'stranger',
  'applicant',
  'invitee',
  'rejected',
  'member',
  'admin',
  'owner',
  'administrator',
  'guest',
  'formerGuest',
] as const
export type Actor = (typeof actors)[number]

/** The status that an actor gets: `ok` is the one that the contract states for a success. */
export type Outcome = 'ok' | number
type Outcomes = Partial<Record<Actor, Outcome>>
/**
 * What each actor gets; `others` are the actors that are not named, and an anonymous caller gets 401 unless named. With
 * `draft` the call is about one project: it is also tried on a draft, which strangers, rejected applicants, administrators and guests do not
 * know of (404) unless `draft` names them, and on a deleted project, of which nobody knows but those whom `deleted` names.
 */
export type Rights = Outcomes & { others: Outcome; draft?: Outcomes; deleted?: Outcomes }

const PROJECT = { draft: {} }

export const everybody = (outcome: Outcome): Rights => ({ anonymous: outcome, others: outcome })
export const signedIn: Rights = { others: 'ok' }
export const signedInGets = (outcome: number): Rights => ({ others: outcome })
export const administrators: Rights = { administrator: 'ok', others: 403 }
/** Something that belongs to one person, of which nobody else learns. */
export const unknown = signedInGets(404)

export const visible: Rights = { others: 'ok', ...PROJECT }
export const owners: Rights = { owner: 'ok', others: 403, ...PROJECT }
export const managers: Rights = { ...owners, admin: 'ok' }
export const members: Rights = { ...managers, member: 'ok' }
/** Only owners and admins know of it. */
export const judges: Rights = { owner: 'ok', admin: 'ok', others: 404, ...PROJECT }
/** Only members know of tasks and files: everybody else gets a 404, even in a published project. */
export const insiders: Rights = { ...judges, member: 'ok' }
/** Members, and the guest of this task, also where the project is hidden from others. */
export const party: Rights = { ...insiders, guest: 'ok', draft: { guest: 'ok' } }
export const insideManagers: Rights = { ...judges, member: 403 }
/** What the member has made, and only the member may change. */
export const itsMember: Rights = { member: 'ok', admin: 403, owner: 403, others: 404, ...PROJECT }

/** On which projects the call is tried: `open` is published, `hidden` a draft, `deleted` gone for everybody. */
export type Kind = 'open' | 'hidden' | 'deleted'
const UNAWARE: readonly Actor[] = ['stranger', 'rejected', 'administrator', 'guest', 'formerGuest']

/** The status for every actor, on each kind of project. `ok` is the status of a success. */
export const outcomesOf = (
  { draft, deleted, others, ...named }: Rights,
  ok: number,
): [Kind, Record<Actor, number>][] => {
  const open = (actor: Actor): Outcome => named[actor] ?? (actor === 'anonymous' ? 401 : others)
  const hidden = (actor: Actor): Outcome => draft?.[actor] ?? (UNAWARE.includes(actor) ? 404 : open(actor))
  const all = (outcome: (actor: Actor) => Outcome) =>
    Object.fromEntries(actors.map((actor) => [actor, outcome(actor) === 'ok' ? ok : outcome(actor)])) as Record<
      Actor,
      number
    >
  if (!draft) return [['open', all(open)]]
  return [
    ['open', all(open)],
    ['hidden', all(hidden)],
    ['deleted', all((actor) => (actor === 'anonymous' ? 401 : (deleted?.[actor] ?? 404)))],
  ]
}
