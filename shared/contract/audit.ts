import { z } from 'zod'
import { id, idOf, PAGE_SIZE_MAX, sentTime, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'

const person = z.object({ id, username: z.string().meta(described.username) })

export const auditEntry = z
  .object({
    id,
    kind: z.string().meta({ description: 'What was done, as the log of events names it.', examples: ['member.role'] }),
    createdAt: time.meta({ description: 'When.' }),
    actor: person.nullable().meta({ description: 'Who did it; null for the clock, the server, and who is gone.' }),
    subject: person.nullable().meta({ description: 'Whom it is about; null for nobody.' }),
    projectID: id.nullable().meta({ description: 'The project; null for none.' }),
    taskID: id.nullable().meta({ description: 'The task; null for none.' }),
    requestID: id.nullable().meta({ description: 'The request; null for none.' }),
    network: z
      .string()
      .nullable()
      .meta({
        description: 'From where, without the machine: for administrators, at events of accounts.',
        examples: ['203.0.113.0/24'],
      }),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: 'Old and new values of small fields, and IDs; never a text, an address, a code or a token.',
        examples: [{ from: 'member', to: 'admin' }],
      }),
  })
  .meta({ id: 'AuditEntry', description: 'One thing that somebody did.' })
export type AuditEntry = z.output<typeof auditEntry>

const cursor = z.string().max(300).optional()
export const AUDIT_PAGE = 50

export const audit = noun('Who did what, when and from where.', {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    summary:
      'Who did what, when and from where, newest first: all of it for administrators, that of a project for its owners.',
    policy: 'user',
    // Owners read that of their project.
    scope: 'manage',
    since: 'audit',
    query: z.strictObject({
      projectID: idOf('the project').optional(),
      person: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .optional()
        .meta({ description: 'The username or the ID of who did it, or whom it is about.', examples: ['ada'] }),
      kind: z
        .string()
        .regex(/^[a-zA-Z]+(?:\.[a-zA-Z]+)?$/, 'A kind is a noun, or a noun and a verb.')
        .max(60)
        .optional()
        .meta({ description: 'Only this kind, or all kinds of a noun.', examples: ['member'] }),
      from: sentTime.optional().meta({ description: 'Nothing before.', examples: ['2026-11-01T00:00:00Z'] }),
      to: sentTime.optional().meta({ description: 'Nothing from then on.', examples: ['2026-12-01T00:00:00Z'] }),
      cursor: cursor.meta({ description: '`nextCursor` of the answer before: what is older.' }),
      after: cursor.meta({ description: '`newest` of an answer before: what is newer, oldest first.' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(PAGE_SIZE_MAX)
        .default(AUDIT_PAGE)
        .meta({ description: 'The most entries in one answer.', examples: [50] }),
    }),
    response: z.object({
      data: z.array(auditEntry),
      nextCursor: z.string().nullable().meta({ description: 'Where older ones go on; null at their end.' }),
      newest: z
        .string()
        .meta({ description: 'The place after the newest entry: send it as `after` to get newer ones.' }),
    }),
    fails: { 404: 'NOT_FOUND' },
    mayLag: true,
    failure: serverMessageOr('Failed to load the audit'),
  }),
})
