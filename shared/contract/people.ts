import { z } from 'zod'
import { enveloped, freeText, searchText, id, pageQuery, pagination, skillLevel, tier } from './common.ts'
import { described } from './described.ts'
import { alwaysText, endpoint, serverMessageOr, noun } from './endpoint.ts'
import { PICTURES_MAX } from './own-profile.ts'
import { profile } from './profile.ts'
import { answerRecord } from './requests.ts'

/** The directory's total stops counting here: an exact count would cost more than the page itself. */
export const TALENTS_COUNTED_MAX = 10_000

export const talent = z
  .object({
    userID: id,
    username: z.string().meta(described.username),
    name: z.string().meta(described.fullName),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Null but for that person and administrators.', examples: ['ada@example.org'] }),
    headline: z
      .string()
      .optional()
      .meta({ description: 'What they do, in one line.', examples: ['Maps and data for cities'] }),
    bio: z
      .string()
      .meta({ description: 'What they say about themselves.', examples: ['Maps, data, and the occasional poem.'] }),
    skills: z.array(z.string()).meta({ description: 'One skill each.', examples: [['React', 'Design']] }),
    tier,
    reputation: z.int().meta({
      description: 'Points for finished work; with the number of creators they decide the tier.',
      examples: [120],
    }),
    finishedTasks: z
      .int()
      .optional()
      .meta({ description: 'Tasks of others that they have finished: those that give them points.', examples: [12] }),
    hoursPerWeek: profile.shape.hoursPerWeek,
    answers: answerRecord
      .nullable()
      .optional()
      .meta({ description: 'How they answer applications to their own projects; null while nothing was closed.' }),
  })
  .meta({ id: 'Talent' })
export type Talent = z.output<typeof talent>

export const foundUser = z
  .object({
    id,
    username: z.string().meta(described.username),
    name: z.string().default('').meta(described.fullName),
    email: z
      .string()
      .meta({ description: 'Masked unless the query is that exact address.', examples: ['ada@example.org'] }),
  })
  .meta({ id: 'FoundUser', description: 'A person found by a search.' })
export type FoundUser = z.output<typeof foundUser>

export const industries = ['Design', 'Engineering', 'Data', 'Writing', 'Marketing', 'Product'] as const
export const industry = z
  .enum(industries)
  .meta({ description: 'Only people with a skill of this field.', examples: ['Design'] })
export type Industry = z.output<typeof industry>

export const people = noun('The talent directory, profiles, requests and settings.', {
  talents: endpoint({
    method: 'GET',
    path: '/talents',
    summary: 'The talent directory, highest reputation first; the total counts to 10,000 and no further.',
    policy: 'user',
    scope: 'read',
    query: z.strictObject({
      ...pageQuery,
      q: searchText
        .max(200)
        .optional()
        .meta({ description: 'Words to search for; without any, all are listed.', examples: ['ada'] }),
      skillLevel: skillLevel.optional(),
      industry: industry.optional(),
    }),
    response: z.object({ talents: z.array(talent).meta({ description: 'The people of this page.' }), pagination }),
    resource: 'talents',
    limits: ['search'],
    mayLag: true,
    failure: serverMessageOr('Failed to load talents'),
  }),
  profileByUsername: endpoint({
    method: 'GET',
    path: '/users/profile/:username',
    summary: "A person's public profile, with the projects that everybody may know.",
    policy: 'optional',
    scope: 'read',
    params: z.strictObject({
      username: z.string().trim().min(1).max(100).meta(described.username),
    }),
    response: enveloped(profile),
    fails: { 404: 'NOT_FOUND' },
    mayLag: true,
    failure: alwaysText('Failed to load profile'),
  }),
  pictures: endpoint({
    method: 'GET',
    path: '/users/pictures',
    summary: 'The pictures of those of these people who have one.',
    policy: 'optional',
    scope: 'read',
    since: 'profile',
    query: z.strictObject({
      usernames: z
        .string()
        .meta({ description: `At most ${PICTURES_MAX} usernames, comma-separated.`, examples: ['ada,grace'] })
        .transform((text) => [...new Set(text.toLowerCase().split(','))])
        .pipe(z.array(freeText.min(1).max(100)).max(PICTURES_MAX)),
    }),
    response: enveloped(
      z.array(
        z.object({
          username: z.string().meta(described.username),
          picture: z.string().meta({
            description: 'A WebP of 256 pixels square, as a data URL.',
            examples: ['data:image/webp;base64,UklGRg=='],
          }),
        }),
      ),
    ),
    mayLag: true,
    failure: serverMessageOr('Failed to load pictures'),
  }),
  search: endpoint({
    method: 'GET',
    path: '/users/search/:query',
    summary: 'At most 20 people by username or exact address.',
    policy: 'user',
    scope: 'read',
    params: z.strictObject({
      query: searchText
        .min(2)
        .max(254)
        .meta({ description: 'A part of the username, or the whole address.', examples: ['ada'] }),
    }),
    response: enveloped(z.array(foundUser)),
    resource: 'found',
    limits: ['search'],
    mayLag: true,
    failure: serverMessageOr('Failed to search users'),
  }),
})
