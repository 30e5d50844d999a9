import { z } from 'zod'
import { id, idOf, projectRole, tier, time } from './common.ts'
import { described } from './described.ts'
import { payerRecordField, workerRecordField } from './records.ts'

export const BIO_MAX = 400

export const profileProject = z
  .object({
    id,
    title: z.string().meta(described.projectTitle),
    description: z.string().meta(described.projectText),
    tier,
    role: projectRole,
    createdAt: time,
    joinedAt: time.optional().meta({ description: 'When the person joined it. Older servers say nothing.' }),
  })
  .meta({ id: 'ProfileProject', description: 'A project on a profile.' })
const headline = z
  .string()
  .optional()
  .meta({ description: 'What they do, in one line.', examples: ['Maps and data for cities'] })
export const profile = z
  .object({
    id,
    username: z.string().meta(described.username),
    name: z.string().meta(described.fullName),
    bio: z
      .string()
      .meta({ description: 'What they say about themselves.', examples: ['Maps, data, and the occasional poem.'] }),
    tier,
    reputation: z.int().meta({
      description: 'Points for finished work; with the number of creators they decide the tier.',
      examples: [120],
    }),
    creators: z
      .int()
      .optional()
      .meta({ description: 'How many others made the projects that gave the points.', examples: [4] }),
    isOwner: z.boolean().meta({ description: 'Whether this is the viewer’s own profile.', examples: [true] }),
    skills: z.array(z.string()).meta({ description: 'One skill each.', examples: [['React', 'Design']] }),
    headline,
    links: z
      .array(z.string())
      .optional()
      .meta({ description: 'Pages of their own, https only.', examples: [['https://example.org']] }),
    hoursPerWeek: z
      .int()
      .nullable()
      .optional()
      .meta({ description: 'The hours a week that they have; null if they do not say.', examples: [20] }),
    payerRecord: payerRecordField,
    workerRecord: workerRecordField,
    projects: z.array(profileProject).meta({ description: 'What everybody may know of their projects.' }),
  })
  .meta({ id: 'Profile', description: 'A person as others see them.' })
export type Profile = z.output<typeof profile>

const wishOfAccount = z
  .object({
    projectID: idOf('the project'),
    task: z
      .object({
        id: idOf('the task'),
        number: z.string().meta({ description: 'Its number within the project.', examples: ['12'] }),
        isOffered: z
          .boolean()
          .meta({ description: 'Whether everybody can read it among the open tasks.', examples: [true] }),
      })
      .nullable()
      .meta({ description: 'The task that they are wanted for, or asked for access at; null for none.' }),
    isInvited: z
      .boolean()
      .meta({ description: 'Whether the project invites them, and they have not answered.', examples: [true] }),
  })
  .meta({ id: 'WishOfAccount' })
export type WishOfAccount = z.output<typeof wishOfAccount>

/** What a person reads of themselves, and nobody else. */
export const ownProfile = profile.extend({
  email: z.string().meta({ description: 'Their own address.', examples: ['ada@example.org'] }),
  isAdministrator: z.boolean().meta({ description: 'Whether they look after the waitlist.', examples: [false] }),
  isNew: z
    .boolean()
    .optional()
    .meta({ description: 'Whether they were not led to their profile yet.', examples: [false] }),
  wish: wishOfAccount
    .nullable()
    .optional()
    .meta({ description: 'Why a new account came; null for one that is no longer new, or came for nothing.' }),
})
export type OwnProfile = z.output<typeof ownProfile>
