import { demoAccounts } from '#shared/rules/demo-accounts.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { contributors, creators, waitlist } from './content/index.ts'
import type { Stage } from './stage.ts'

/** How many days ago people joined: the owners of projects came first. */
const CREATORS_SINCE = [230, 330] as const
const CONTRIBUTORS_SINCE = [205, 300] as const

export type DemoPerson = { id: string; name: string; since: Date }
export type Cast = {
  admin: DemoPerson
  creator: DemoPerson
  contributor: DemoPerson
  /** The approved creators besides creator@guildhall.test. */
  creators: DemoPerson[]
  /** The contributors besides contributor@guildhall.test. */
  contributors: DemoPerson[]
}

type NewPerson = {
  name: string
  username: string
  email: string
  bio: string
  skills: string
  since: readonly [number, number]
  isCreator?: boolean
  isAdministrator?: boolean
}

/** The hours a week of those who work on projects, one after the other; not everybody says how many they have. */
const weeklyHours = [20, null, 12, 30, null, 8] as const

const addPerson = (stage: Stage, passwordHash: string, person: NewPerson): DemoPerson => {
  const since = stage.ago(stage.random.between(...person.since) + stage.random.next())
  const id = stage.newID(since)
  stage.users.push({
    id,
    email: person.email,
    username: person.username,
    password_hash: passwordHash,
    name: person.name,
    bio: person.bio,
    skills: skillsList(person.skills),
    hours_per_week:
      person.isCreator || person.isAdministrator
        ? null
        : (weeklyHours[stage.users.length % weeklyHours.length] ?? null),
    account_type: person.isCreator ? 'creator' : 'contributor',
    is_administrator: person.isAdministrator ?? false,
    is_email_verified: true,
    welcomed_at: since,
    reputation: 0,
    created_at: since,
    updated_at: since,
    last_active_at: stage.ago(stage.random.next() * 20),
  })
  return { id, name: person.name, since }
}

const addDemoAccount = (stage: Stage, passwordHash: string, username: string): DemoPerson => {
  const account = demoAccounts.find((candidate) => candidate.username === username)
  const details = {
    creator: {
      name: 'Marta Lindqvist',
      bio: 'Turns good intentions into small, finished things. Owner of the Harbour Lane projects.',
      skills: 'Product Management, UI/UX Design, Writing',
      isCreator: true,
    },
    contributor: {
      name: 'Tom Okafor',
      bio: 'Front-end developer who likes co-operatives, bicycles and tests that fail for a reason.',
      skills: 'React, TypeScript, Node.js, Accessibility',
    },
    admin: {
      name: 'Ada Winter',
      bio: 'Looks after the guild: who comes in, and who may publish.',
      skills: 'Community, Facilitation',
      isAdministrator: true,
    },
  }[username]
  if (!account || !details) throw new Error(`There is no demo account ${username}.`)
  return addPerson(stage, passwordHash, { ...account, ...details, since: [331, 340] })
}

/** What applicants want to get done; some say nothing. */
const wishes = [
  'Chart the wells of our district, with 20 volunteers and a budget for maps.',
  'A field guide to the birds of the estuary: drawings, and text in three languages.',
  null,
  'We want to put the repair manuals of our workshop online, one machine at a time.',
]

const addCreatorApplication = (
  stage: Stage,
  person: DemoPerson,
  status: number,
  daysAgo: number,
  admin: DemoPerson,
): void => {
  const at = stage.ago(daysAgo)
  const isDecided = status !== creatorApplicationStatus.pending
  stage.creatorApplications.push({
    id: stage.newID(at),
    user_id: person.id,
    status,
    created_at: at,
    updated_at: isDecided ? stage.ago(daysAgo - 2) : at,
    answer_by: new Date(at.getTime() + 7 * 24 * 60 * 60_000),
    ...(!isDecided && { text: wishes[stage.creatorApplications.length % wishes.length] ?? null }),
    ...(isDecided && { decided_at: stage.ago(daysAgo - 2), decided_by: admin.id }),
    ...(status === creatorApplicationStatus.rejected && {
      reason: 'Please tell us more about what you want to publish.',
    }),
  })
}

/** Adds all people of the demo world, their creator applications in every state, and the people on the waitlist. */
export const addPeople = (stage: Stage, passwordHash: string): Cast => {
  const demo = (username: string) => addDemoAccount(stage, passwordHash, username)
  const [admin, creator, contributor] = [demo('admin'), demo('creator'), demo('contributor')]
  const add = (people: typeof creators, since: readonly [number, number], isCreator: boolean) =>
    people.map(([name, username, bio, skills]) =>
      addPerson(stage, passwordHash, {
        ...{ name, username, bio, skills, since, isCreator },
        email: `${username}@guildhall.test`,
      }),
    )
  const otherCreators = add(creators, CREATORS_SINCE, true)
  const others = add(contributors, CONTRIBUTORS_SINCE, false)

  for (const person of [creator, ...otherCreators])
    addCreatorApplication(stage, person, creatorApplicationStatus.approved, stage.random.between(215, 228), admin)
  const applicants = stage.random.sample(others.slice(6), 9)
  for (const [at, person] of applicants.entries()) {
    const isPending = at < 5
    const { pending, rejected } = creatorApplicationStatus
    // One of those who wait has applied before.
    if (at === 1) addCreatorApplication(stage, person, rejected, 62, admin)
    addCreatorApplication(stage, person, isPending ? pending : rejected, isPending ? 1 + at * 1.7 : 20 + at * 6, admin)
  }
  for (const [at, [email, isInvited]] of waitlist.entries()) {
    const asked = stage.ago(1.3 + at * 2.6)
    const invited = { is_invited: true, last_invited_at: stage.within(asked, stage.now) }
    stage.waitlist.push({ id: stage.newID(asked), email, created_at: asked, ...(isInvited && invited) })
  }
  return { admin, creator, contributor, creators: otherCreators, contributors: others }
}
