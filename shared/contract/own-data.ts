import { z } from 'zod'
import { enveloped, id, idOf, messageOnly, noBody, time } from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import { passwordTries } from './limits.ts'

/** How long a finished export can be fetched, and how long one waits before asking for the next. */
export const EXPORT_HOURS = 24
/** How long people may change their mind about the deletion of their account. */
export const DELETION_DAYS = 14

export const exportStates = ['waiting', 'ready', 'expired', 'failed'] as const

export const ownExport = z
  .object({
    id,
    state: z.enum(exportStates).meta({
      description: 'Whether it is still being made, can be fetched, is gone, or could not be made.',
      examples: ['ready'],
    }),
    askedAt: time.meta({ description: 'When it was asked for.' }),
    endsAt: time.nullable().meta({ description: 'Until when it can be fetched; null while it is being made.' }),
    size: z
      .int()
      .nullable()
      .meta({ description: 'Bytes; null until it is made.', examples: [48213] }),
    againAt: time.nullable().meta({ description: 'From when the next one may be asked for; null for now.' }),
  })
  .meta({ id: 'OwnExport', description: 'An export of what the viewer has here.' })
export type OwnExport = z.output<typeof ownExport>

const ownDebt = z
  .object({
    project: z
      .object({ id, title: z.string().meta({ description: 'What it is called.', examples: ['Map of city birds'] }) })
      .meta({ description: 'The project that owes it.' }),
    person: z.string().meta({ description: 'The name of who owes it, or is owed it.', examples: ['Ada Lovelace'] }),
    amountCents: z.number().meta({ description: 'What is owed, in hundredths.', examples: [40000] }),
    currency: z.string().meta({ description: 'ISO 4217.', examples: ['USD'] }),
  })
  .meta({ id: 'OwnDebt', description: 'What a project owes somebody.' })
export type OwnDebt = z.output<typeof ownDebt>

export const ownDeletion = z
  .object({
    dueAt: time.nullable().meta({ description: 'When the account is deleted; null where that was not asked for.' }),
    projects: z
      .array(
        z.object({
          id,
          title: z.string().meta({ description: 'What it is called.', examples: ['Map of city birds'] }),
        }),
      )
      .meta({ description: 'Projects that nobody else owns, and that keep the account from being deleted.' }),
    owedToMe: z
      .array(ownDebt)
      .default([])
      .meta({ description: 'What the viewer is owed by project and currency; it is given up with the account.' }),
    owedByMe: z
      .array(ownDebt)
      .default([])
      .meta({ description: 'What projects owe whose only owner the viewer is; it keeps the account, too.' }),
  })
  .meta({ id: 'OwnDeletion', description: "What becomes of the viewer's account." })
export type OwnDeletion = z.output<typeof ownDeletion>

export const deletionRequest = z.strictObject({
  password: z
    .string()
    .min(1, 'Please enter your password.')
    .max(1024)
    .meta({ description: 'The password of the account.', examples: ['correct horse battery'] }),
})

/** Milliseconds that the download of an export may take: it holds all files of its person, and a slow line is no reason to lose it. */
export const EXPORT_TIMEOUT_MS = 60 * 60_000

export const ownData = noun(
  "What the server has of the signed-in person: an export of it, and the account's deletion.",
  {
    askExport: endpoint({
      method: 'POST',
      path: '/users/export',
      summary: 'Begins an export of what the viewer has here. One may be asked for in a day.',
      policy: 'user',
      scope: null,
      since: 'ownData',
      confirms: 'session',
      handlesOwn403: true,
      body: noBody,
      response: enveloped(ownExport),
      status: 202,
      fails: { 409: 'CONFLICT' },
      limits: ['export'],
      leaves: ['account.exported'],
      stale: ['ownData.export'],
      failure: serverMessageOr('Failed to ask for your data'),
    }),
    export: endpoint({
      method: 'GET',
      path: '/users/export',
      summary: "The viewer's last export; null without one.",
      policy: 'user',
      scope: null,
      since: 'ownData',
      response: enveloped(ownExport.nullable()),
      failure: serverMessageOr('Failed to load your export'),
    }),
    downloadExport: endpoint({
      method: 'GET',
      path: '/users/export/:id/file',
      summary: "The zip of one of the viewer's exports, for 24 hours.",
      policy: 'user',
      scope: null,
      since: 'ownData',
      confirms: 'session',
      handlesOwn403: true,
      params: z.strictObject({ id: idOf('the export') }),
      response: z.unknown(),
      transfer: 'download',
      timeoutMs: EXPORT_TIMEOUT_MS,
      fails: { 404: 'NOT_FOUND' },
      failure: serverMessageOr('Failed to download your data'),
    }),
    deletion: endpoint({
      method: 'GET',
      path: '/users/deletion',
      summary: "When the viewer's account is deleted, and what keeps it from that.",
      policy: 'user',
      scope: null,
      since: 'ownData',
      response: enveloped(ownDeletion),
      failure: serverMessageOr('Failed to load what becomes of your account'),
    }),
    askDeletion: endpoint({
      method: 'POST',
      path: '/users/deletion',
      summary: 'Has the account deleted in 14 days. A wrong password counts as a failed login.',
      policy: 'user',
      scope: null,
      since: 'ownData',
      confirms: 'secondStep',
      handlesOwn403: true,
      body: deletionRequest,
      response: enveloped(ownDeletion),
      fails: { 409: 'CONFLICT' },
      limits: passwordTries,
      leaves: ['account.deletionAsked'],
      stale: ['ownData.deletion'],
      failure: serverMessageOr('Failed to delete your account'),
    }),
    takeBackDeletion: endpoint({
      method: 'DELETE',
      path: '/users/deletion',
      summary: 'Keeps the account, until it is deleted.',
      policy: 'user',
      scope: null,
      since: 'ownData',
      response: messageOnly,
      fails: { 409: 'CONFLICT' },
      leaves: ['account.deletionTakenBack'],
      stale: ['ownData.deletion'],
      failure: serverMessageOr('Failed to keep your account'),
    }),
  },
)
