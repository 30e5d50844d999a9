import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GuestOfTask } from '#shared/contract/guests.ts'
import { type Collaborator, taskCount } from '#shared/rules/collaborators.ts'
import { nameOf } from '#shared/rules/person.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { guestsQuery } from './queries.ts'
import type { Team } from './use-team.ts'

export type Payee = Pick<Collaborator, 'userID' | 'name' | 'username' | 'tasksCompleted'> & {
  /** They have a task of the project, or have finished one, and are no member. */
  isGuest?: boolean
}
/** The payee as a list names them. */
export const payeeName = ({ name, isGuest = false }: Payee): string => (isGuest ? `${name} (guest)` : name)

/** Each guest once, however many tasks they have; who has joined since is a collaborator. */
const payeesOf = (
  collaborators: Team['collaborators'],
  counts: Team['counts'],
  guests: readonly GuestOfTask[],
): Payee[] => {
  const members = new Set(collaborators.map(({ userID }) => userID))
  const outside = guests.filter(({ person }) => !members.has(person.id))
  const people = new Map(outside.map(({ person }) => [person.id, person]))
  const done = (userID: string) =>
    taskCount(counts ?? [], ({ assignedToID, status }) => assignedToID === userID && status === taskStatus.completed)
  return [
    ...collaborators,
    ...[...people.values()].map((person): Payee => ({
      userID: person.id,
      username: person.username,
      name: nameOf(person),
      tasksCompleted: done(person.id),
      isGuest: true,
    })),
  ]
}

const noGuests: readonly GuestOfTask[] = []
/** Whom the project can pay: its collaborators, and the guests of its tasks, whom only managers know. */
export const usePayees = ({ projectID, isManager, collaborators, counts }: Team): readonly Payee[] => {
  const hasGuests = useCapability('claims', isManager)
  const guests = useQuery({ ...guestsQuery(projectID), enabled: hasGuests }).data ?? noGuests
  return useMemo(() => payeesOf(collaborators, counts, guests), [collaborators, counts, guests])
}
