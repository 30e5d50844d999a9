import { fold } from './fold.ts'
import { z } from 'zod'
import { enveloped, freeText, noBody, singleLine } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr } from './endpoint.ts'
import { BIO_MAX, ownProfile } from './profile.ts'

export const NAME_MAX = 80
export const HEADLINE_MAX = 120
export const SKILLS_MAX = 20
const SKILL_MAX = 40
export const LINKS_MAX = 5
const LINK_MAX = 300
/** The hours of a week. */
export const HOURS_MAX = 168
/** The most bytes of a picture that is sent. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024
/** Room for a picture as text, which is a third longer than its bytes, and for what is around it. */
const PICTURE_BODY_BYTES = Math.ceil(PICTURE_MAX_BYTES / 3) * 4 + 1024
/** The most people whose pictures one call asks for. */
export const PICTURES_MAX = 30

/** The skills in their order; one that is given twice, in any spelling that compares as equal, counts once. */
export const withoutRepeats = (skills: readonly string[]): string[] => {
  const seen = new Map<string, string>()
  for (const skill of skills) if (!seen.has(fold(skill))) seen.set(fold(skill), skill)
  return [...seen.values()]
}

const httpsLink = z.url({ protocol: /^https$/, hostname: /./ })
const isHttps = (link: string): boolean => /^https:\/\/\S+$/i.test(link) && httpsLink.safeParse(link).success

export const profileChanges = z.strictObject({
  name: singleLine.max(NAME_MAX, `A name has at most ${NAME_MAX} characters.`).meta(described.fullName).optional(),
  headline: singleLine
    .max(HEADLINE_MAX, `A headline has at most ${HEADLINE_MAX} characters.`)
    .meta({ description: 'What they do, in one line.', examples: ['Maps and data for cities'] })
    .optional(),
  bio: freeText
    .max(BIO_MAX, `A bio has at most ${BIO_MAX} characters.`)
    .meta({ description: 'What they say about themselves.', examples: ['Maps, data, and the occasional poem.'] })
    .optional(),
  skills: z
    .array(singleLine.min(1).max(SKILL_MAX, `A skill has at most ${SKILL_MAX} characters.`))
    .overwrite(withoutRepeats)
    .max(SKILLS_MAX, `There is room for ${SKILLS_MAX} skills.`)
    .meta({ description: 'In the order in which they are shown; a repeated one counts once.', examples: [['React']] })
    .optional(),
  links: z
    .array(
      z
        .string()
        .trim()
        .max(LINK_MAX, `A link has at most ${LINK_MAX} characters.`)
        .refine(isHttps, 'A link begins with https://.'),
    )
    .max(LINKS_MAX, `There is room for ${LINKS_MAX} links.`)
    .meta({ description: 'Pages of their own, https only.', examples: [['https://example.org']] })
    .optional(),
  hoursPerWeek: z
    .int('Hours are a whole number.')
    .min(0, 'Hours are at least 0.')
    .max(HOURS_MAX, `A week has ${HOURS_MAX} hours.`)
    .nullable()
    .meta({ description: 'The hours a week that they have; null if they do not say.', examples: [20] })
    .optional(),
})
export type ProfileChanges = z.output<typeof profileChanges>

const hasPicture = enveloped(
  z.object({
    hasPicture: z.boolean().meta({ description: 'Whether they have a picture now.', examples: [true] }),
  }),
)

/** The calls by which people change what others see of them. */
export const ownProfileCalls = {
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/users/profile',
    summary: "Changes the sent fields of the viewer's profile, and returns the whole profile.",
    policy: 'user',
    scope: 'work',
    since: 'profile',
    body: profileChanges,
    response: enveloped(ownProfile),
    limits: ['rename'],
    leaves: ['account.profileChanged'],
    stale: ['people.profileByUsername', 'people.talents', 'users.profile'],
    failure: serverMessageOr('Failed to save profile'),
  }),
  welcome: endpoint({
    method: 'POST',
    path: '/users/profile/welcome',
    summary: 'Notes that a new account was led to its profile, so that this happens once.',
    policy: 'user',
    scope: 'work',
    since: 'profile',
    body: noBody,
    response: enveloped(
      z.object({ isFirst: z.boolean().meta({ description: 'Whether this was the first time.', examples: [true] }) }),
    ),
    leaves: [],
    stale: ['users.profile'],
    failure: serverMessageOr('Failed to save profile'),
  }),
  setPicture: endpoint({
    method: 'PUT',
    path: '/users/profile/picture',
    summary: "Stores the viewer's picture, 256 pixels square and without the file's metadata.",
    policy: 'user',
    scope: 'work',
    since: 'profile',
    maxBodyBytes: PICTURE_BODY_BYTES,
    body: z.strictObject({
      picture: z
        .base64('The picture must be base64.')
        .min(1)
        .max(PICTURE_BODY_BYTES)
        .meta({ description: 'A PNG, JPEG or WebP of at most 2 MB, as base64.', examples: ['iVBORw0KGgo='] }),
    }),
    response: hasPicture,
    limits: ['picture'],
    leaves: ['account.profileChanged'],
    stale: ['people.pictures'],
    failure: serverMessageOr('Failed to save picture'),
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: '/users/profile/picture',
    summary: "Removes the viewer's picture; initials show again.",
    policy: 'user',
    scope: 'work',
    since: 'profile',
    response: hasPicture,
    leaves: ['account.profileChanged'],
    stale: ['people.pictures'],
    failure: serverMessageOr('Failed to remove picture'),
  }),
}
