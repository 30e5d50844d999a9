import { z } from 'zod'
import { brand } from '../brand.ts'
import { enveloped, freeText, id, idOf, messageOnly, sentTime, time } from './common.ts'
import { endpoint, scopes, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'

export const TOKEN_NAME_MAX = 80
/** How many access tokens that still work a person may have. */
export const TOKENS_MAX = 20
/** The longest that an access token works, in days. */
export const TOKEN_DAYS_MAX = 365

const scope = z.enum(scopes)
const name = freeText
  .min(1, 'Please give the token a name.')
  .max(TOKEN_NAME_MAX, `A name has at most ${TOKEN_NAME_MAX} characters.`)
  .meta({ description: 'What the token is for, in the words of its owner.', examples: ['Invitations on Mondays'] })
const listOfScopes = z.array(scope).meta({
  description: 'What the token may do, each for itself: `read`, `work`, `manage`, `admin`.',
  examples: [['read', 'work']],
})

export const accessToken = z
  .object({
    id,
    name,
    scopes: listOfScopes,
    createdAt: time.meta({ description: 'When it was made.' }),
    endsAt: time.meta({ description: 'When it stops working.' }),
    lastUsedAt: time.nullable().meta({ description: 'When it was last used, to the minute; null if never.' }),
  })
  .meta({ id: 'AccessToken', description: 'An access token of the viewer, without the token itself.' })
export type AccessToken = z.output<typeof accessToken>

export const newAccessToken = z.strictObject({
  name,
  scopes: listOfScopes.min(1, 'Please choose what the token may do.').transform((chosen) => [...new Set(chosen)]),
  endsAt: sentTime.meta({ description: `When it stops working, within the next ${TOKEN_DAYS_MAX} days.` }),
})

export const tokens = noun("The signed-in person's own access tokens, which programs send instead of a session's.", {
  list: endpoint({
    method: 'GET',
    path: '/users/tokens',
    summary: "The viewer's own access tokens that are not revoked, the newest first; also those that ended lately.",
    policy: 'user',
    scope: null,
    since: 'tokens',
    response: enveloped(z.array(accessToken)),
    failure: serverMessageOr('Failed to load your access tokens'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/users/tokens',
    summary: `Makes an access token. Only this answer has the token itself. A person has at most ${TOKENS_MAX}.`,
    policy: 'user',
    scope: null,
    since: 'tokens',
    confirms: 'session',
    handlesOwn403: true,
    body: newAccessToken,
    response: enveloped(
      accessToken.extend({
        token: z.string().meta({
          description: 'The token, to be sent as `Authorization: Bearer …`. It cannot be read again.',
          examples: [`${brand.tokenPrefix}0Zx9…`],
        }),
      }),
    ),
    status: 201,
    fails: { 409: 'CONFLICT' },
    limits: ['token'],
    leaves: ['account.tokenMade'],
    stale: ['tokens.list', ...reads.inbox],
    failure: serverMessageOr('Failed to make the access token'),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/users/tokens/:id',
    summary: "Revokes one of the viewer's own access tokens; it works from the next call on no more.",
    policy: 'user',
    scope: null,
    since: 'tokens',
    params: z.strictObject({ id: idOf('the access token') }),
    response: messageOnly,
    fails: { 404: 'NOT_FOUND' },
    leaves: ['account.tokenRevoked'],
    stale: ['tokens.list'],
    failure: serverMessageOr('Failed to revoke the access token'),
  }),
})
