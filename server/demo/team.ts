import type { ProjectRole } from '#shared/contract/common.ts'
import type { RequestKind } from '#shared/rules/membership.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import type { DemoProject } from './content/index.ts'
import type { Cast, DemoPerson } from './people.ts'
import { DAY, type Stage } from './stage.ts'

export type Team = {
  projectID: string
  owner: DemoPerson
  /** The admins and members, without the owner. */
  members: DemoPerson[]
  createdAt: Date
  /** When the project was completed, rejected or archived; null while it goes on. */
  overAt: Date | null
}

/** The access of contributor@guildhall.test to some projects, so that each kind of access can be seen. */
const contributorsOwn: Readonly<Record<string, Access>> = {
  'Mobile App Development for a bicycle courier co-op': 'member',
  'Node.js service for shared laundry rooms': 'admin',
  'Form builder for sports clubs': 'member',
  'Dashboard for a network of air sensors': 'member',
  'React front end for a food co-op order board': 'applied',
  'Accessible date picker for React': 'applied',
  'Volunteer shifts for a food bank': 'invited',
  'Waiting room screen without personal data': 'invited',
  'Seating plan editor for small theatres': 'rejected',
  'Chess club server with correspondence play': 'withdrawn',
  'Shop for a pottery with one of each': 'declined',
}
type Access = 'admin' | 'member' | 'applied' | 'invited' | 'rejected' | 'withdrawn' | 'declined'

/** How many people have each access to a project, at least and at most. */
type Counts = Partial<Record<Access, readonly [low: number, high: number]>>
const countsOf = ({ status = 'published', isArchived, isCreatorsOwn }: DemoProject): Counts => {
  if (isArchived || status === 'completed') return { admin: [0, 1], member: [2, 4], rejected: [0, 2] }
  switch (status) {
    case 'drafted':
      return { invited: [0, 1] }
    case 'rejected':
      return {}
    case 'assigned':
      return {
        admin: [0, 1],
        member: [2, 5],
        applied: isCreatorsOwn ? [1, 3] : [0, 2],
        invited: [0, 1],
        rejected: [0, 1],
      }
    default:
      return {
        member: [0, 3],
        applied: isCreatorsOwn ? [2, 5] : [0, 4],
        invited: [0, 1],
        rejected: [0, 1],
        withdrawn: [0, 1],
        declined: [0, 1],
      }
  }
}

/**
 * This many people do most of the demanding work, which shows in their reputation; the first one named gets most tasks.
 */
const VETERANS = 3
const veteransOf = ({ tier, status }: DemoProject, [first, second, third]: DemoPerson[]): DemoPerson[] => {
  if (!first || !second || !third || (status !== 'assigned' && status !== 'completed')) return []
  if (tier === 'gold') return [first, second]
  return tier === 'silver' ? [third] : []
}

/** Fills `team` with members, and adds their memberships and all requests. */
export const addAccesses = (stage: Stage, cast: Cast, project: DemoProject, team: Team): void => {
  const { random } = stage
  const others = cast.contributors.slice(VETERANS)
  // People are taken from the end of the queue, so the veterans come first.
  const queue = [...random.sample(others, others.length), ...veteransOf(project, cast.contributors)]
  addMembership(stage, team, team.owner, 'owner', team.createdAt)
  for (const [access, [low, high]] of Object.entries(countsOf(project)) as Array<[Access, readonly [number, number]]>)
    for (let left = random.between(low, high); left > 0; left--) {
      const person = queue.pop()
      if (person) addAccess(stage, team, person, access)
    }
  const own = contributorsOwn[project.title]
  if (own) addAccess(stage, team, cast.contributor, own)
}

const addAccess = (stage: Stage, team: Team, person: DemoPerson, access: Access): void => {
  const until = team.overAt ?? stage.now
  // People join in the first weeks; a pending request is recent.
  const soon = new Date(Math.min(until.getTime(), team.createdAt.getTime() + 21 * DAY))
  const isOpen = access === 'applied' || access === 'invited'
  const recent = new Date(Math.max(team.createdAt.getTime(), stage.now.getTime() - 6 * DAY))
  const askedAt = isOpen ? stage.within(recent, stage.now) : stage.within(team.createdAt, soon)
  const answeredAt = new Date(Math.min(until.getTime(), askedAt.getTime() + (0.1 + stage.random.next() * 2) * DAY))
  const isInvitation = access === 'invited' || access === 'declined' || stage.random.next() < INVITED_SHARE[access]
  const kind: RequestKind = isInvitation ? 'invitation' : 'application'
  const role = access === 'admin' || (access === 'invited' && stage.random.next() < 0.2) ? 'admin' : 'member'
  const answeredBy = isInvitation || access === 'withdrawn' ? person : team.owner
  stage.requests.push({
    id: stage.newID(askedAt),
    project_id: team.projectID,
    user_id: person.id,
    kind,
    role,
    message: isInvitation ? stage.random.pick(invitationWords) : null,
    status: statusOf(access),
    created_by: isInvitation ? team.owner.id : person.id,
    created_at: askedAt,
    updated_at: isOpen ? askedAt : answeredAt,
    ...(!isOpen && { answered_at: answeredAt, answered_by: answeredBy.id }),
    ...(access === 'withdrawn' && { withdrawn_at: answeredAt }),
  })
  if (access !== 'admin' && access !== 'member') return
  team.members.push(person)
  addMembership(stage, team, person, access, answeredAt)
}
const INVITED_SHARE: Readonly<Record<Access, number>> = {
  admin: 1,
  member: 0.3,
  applied: 0,
  invited: 1,
  rejected: 0,
  withdrawn: 0,
  declined: 1,
}
const statusOf = (access: Access): number => {
  if (access === 'admin' || access === 'member') return requestStatus.approved
  return access === 'rejected' || access === 'declined' ? requestStatus.rejected : requestStatus.pending
}
const invitationWords = [
  'Your last project is exactly what we need here.',
  'We would love to have you on this. A few hours a week are plenty.',
  'Somebody who worked with you told us to ask. So we ask.',
  'You have done this before, and it shows. Would you do it once more with us?',
  'We are three people short of an evening’s work. You would make it two.',
  'Your profile made the whole team nod. That has not happened before.',
  'There is one part here that nobody of us likes to do. You seem to.',
  null,
]

const addMembership = (stage: Stage, team: Team, person: DemoPerson, role: ProjectRole, joinedAt: Date): void => {
  stage.memberships.push({
    project_id: team.projectID,
    user_id: person.id,
    role,
    joined_at: joinedAt,
    last_active_at: stage.within(joinedAt, team.overAt ?? stage.now),
  })
}
