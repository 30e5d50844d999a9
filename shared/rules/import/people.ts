import { fold } from '#shared/contract/fold.ts'
import { withoutMarks } from './bare.ts'
import type { Person } from './drafts.ts'

export type Member = { userID: string; username: string; name: string; email?: string | undefined }
export type Found = { member: Member } | { member: undefined; isAmbiguous: boolean }

const folded = (text: string) => fold(withoutMarks(text))

/** Members by what they may be called; a name that several have leads to all of them. */
export type MemberIndex = { exact: ReadonlyMap<string, Member>; named: ReadonlyMap<string, readonly Member[]> }
export const indexMembers = (members: readonly Member[]): MemberIndex => {
  const exact = new Map<string, Member>()
  const named = new Map<string, Member[]>()
  for (const member of members) {
    for (const call of [member.email ?? '', member.username]) if (call !== '') exact.set(folded(call), member)
    const name = folded(member.name)
    if (name !== '') named.set(name, [...(named.get(name) ?? []), member])
  }
  return { exact, named }
}

/** The member who is meant: by username or address, or by a full name that only one has. */
export const memberCalled = ({ name, calls }: Person, { exact, named }: MemberIndex): Found => {
  const words = [...calls, name].map(folded).filter((word) => word !== '')
  for (const word of words) {
    const member = exact.get(word)
    if (member) return { member }
  }
  const found = words.map((word) => named.get(word) ?? [])
  const only = found.find((list) => list.length === 1)?.[0]
  return only ? { member: only } : { member: undefined, isAmbiguous: found.some((list) => list.length > 1) }
}

/**
 * The people whom a task names, each with the member who is meant. Where nobody else is called 'Lindqvist' or 'Marta', and a member is called
 * Marta Lindqvist, these two are one: 'Lindqvist, Marta' reads like a list of two.
 */
export const peopleIn = (people: readonly Person[], index: MemberIndex): Array<{ person: Person } & Found> => {
  const found: Array<{ person: Person } & Found> = []
  for (let at = 0; at < people.length; at += 1) {
    const [person, next] = [people[at] as Person, people[at + 1]]
    const called = memberCalled(person, index)
    const whole = next && { name: `${next.name} ${person.name}`, calls: [] }
    const both = whole && !called.member ? memberCalled(whole, index).member : undefined
    const other = next && memberCalled(next, index).member
    if (whole && both && (!other || other === both)) {
      found.push({ person: whole, member: both })
      at += 1
    } else found.push({ person, ...called })
  }
  return found
}

/** How the description names somebody: with the address or username, where the file has one beside the name. */
export const nameOfPerson = ({ name, calls }: Person): string => {
  const further = calls.filter((call) => !name.includes(call))
  return further.length > 0 ? `${name} (${[...new Set(further)].join(', ')})` : name
}

/** The address by which a file names somebody; undefined where it has none. */
export const addressOf = ({ name, calls }: Person): string | undefined =>
  [...calls, name].find((one) => /^[^\s@<>]+@[^\s@<>]+$/.test(one))

/** An assignee of a file who is no member, with the number of the tasks. */
export type Stranger = Person & { count: number }
const STRANGERS_MAX = 100
/** The assignees who are no members, those of the most tasks first. Names that several members have are not among them. */
export const strangersOf = (assignees: ReadonlyArray<readonly Person[]>, members: readonly Member[]): Stranger[] => {
  const index = indexMembers(members)
  const strangers = new Map<string, Stranger>()
  for (const { person, ...found } of assignees.flatMap((people) => peopleIn(people, index))) {
    if (found.member || found.isAmbiguous) continue
    // One who is named in two ways with one address is one.
    const key = folded(addressOf(person) ?? person.name)
    strangers.set(key, { ...(strangers.get(key) ?? person), count: (strangers.get(key)?.count ?? 0) + 1 })
  }
  return [...strangers.values()].toSorted((a, b) => b.count - a.count).slice(0, STRANGERS_MAX)
}
