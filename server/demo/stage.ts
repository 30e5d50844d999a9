import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  CreatorApplications,
  Labels,
  Memberships,
  PaymentRecordings,
  Payments,
  ProjectRequests,
  Projects,
  ProjectStages,
  ReputationEvents,
  Tasks,
  TaskTemplates,
  Users,
  WaitlistEntries,
} from '../db/schema.generated.ts'
import { createRandom, type Random } from './random.ts'

export const DAY = 24 * 60 * 60 * 1000

type UserRow = Insertable<Users> & { created_at: Date; reputation: number }

/** The random numbers, the time and the rows from which the demo world is built. */
export type Stage = {
  random: Random
  now: Date
  /** The moment that many days before now (fractions count), never in the future. */
  ago(days: number): Date
  /** A random moment between the two. */
  within(from: Date, to: Date): Date
  /** A UUIDv7 for that moment, equal at every start. */
  newID(at: Date): string
  users: UserRow[]
  creatorApplications: Insertable<CreatorApplications>[]
  waitlist: Insertable<WaitlistEntries>[]
  projects: Insertable<Projects>[]
  memberships: Insertable<Memberships>[]
  requests: Insertable<ProjectRequests>[]
  tasks: Insertable<Tasks>[]
  labels: Insertable<Labels>[]
  /** The columns of boards; everything else here is the stage on which the demo world is played. */
  boardStages: Insertable<ProjectStages>[]
  templates: Insertable<TaskTemplates>[]
  recordings: Insertable<PaymentRecordings>[]
  payments: Insertable<Payments>[]
  reputation: Insertable<ReputationEvents>[]
}

export const createStage = (now: Date): Stage => {
  const random = createRandom(20_260_401)
  return {
    random,
    now,
    ago: (days) => new Date(now.getTime() - Math.max(0, days) * DAY),
    within: (from, to) => new Date(from.getTime() + random.next() * Math.max(0, to.getTime() - from.getTime())),
    newID: (at) => uuidv7({ msecs: at.getTime(), random: random.bytes(16) }),
    users: [],
    creatorApplications: [],
    waitlist: [],
    projects: [],
    memberships: [],
    requests: [],
    tasks: [],
    labels: [],
    boardStages: [],
    templates: [],
    recordings: [],
    payments: [],
    reputation: [],
  }
}
