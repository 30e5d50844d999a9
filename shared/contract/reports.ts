import { z } from 'zod'
import { enveloped, freeText, id, idOf, time } from './common.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'

export const REPORT_TEXT_MAX = 1000
export const REPORT_DECISION_MAX = 1000
/** In how many days after a decision the reported person may appeal. */
export const APPEAL_DAYS = 14
export const REPORTS_PAGE = 20
/** One's own reports, and what was decided about one, are listed up to this many each. */
export const OWN_REPORTS_MAX = 100

export const reportKinds = ['project', 'task', 'person', 'comment', 'rating', 'letter'] as const
export type ReportKind = (typeof reportKinds)[number]
/** The answer to a review is reported apart from it; to hide a whole review hides its answer, too. */
const reportParts = ['whole', 'answer'] as const
export type ReportPart = (typeof reportParts)[number]
export const reportReasons = ['spam', 'scam', 'abuse', 'stolenWork', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
export const reportStates = ['open', 'decided', 'appealed', 'final'] as const
export type ReportState = (typeof reportStates)[number]
export const reportDecisions = ['dismiss', 'hide', 'suspend'] as const
export type ReportDecision = (typeof reportDecisions)[number]

const kind = z.enum(reportKinds).meta({ description: 'What is reported.', examples: ['project'] })
const part = z
  .enum(reportParts)
  .default('whole')
  .meta({ description: 'The whole thing, or the answer to a review alone.', examples: ['whole'] })
const reason = z.enum(reportReasons).meta({ description: 'Why.', examples: ['spam'] })
const decision = z.enum(reportDecisions).meta({ description: 'What is decided.', examples: ['hide'] })
const text = (max: number, description: string, example: string) =>
  freeText
    .max(max, `This has at most ${max.toLocaleString('en-US')} characters.`)
    .meta({ description, examples: [example] })
const WHY = 'It asks people for money before they can begin.'

const person = z
  .object({ id, username: z.string().meta({ description: 'Their username.', examples: ['ada'] }) })
  .nullable()

/** What the person who reported, or who was reported, reads. */
const ownReport = z
  .object({
    id,
    kind,
    part,
    side: z
      .enum(['reporter', 'reported'])
      .meta({ description: 'Which of the two the caller is.', examples: ['reporter'] }),
    about: z
      .string()
      .nullable()
      .meta({
        description: 'The beginning of what was decided about; null for who reported.',
        examples: ['Harbour map'],
      }),
    createdAt: time.nullable().meta({ description: 'When the caller reported it; null for the reported person.' }),
    isLookedAt: z.boolean().meta({ description: 'Whether administrators have decided.', examples: [true] }),
    decision: decision.nullable().meta({ description: 'Null for who reported.' }),
    text: z
      .string()
      .nullable()
      .meta({ description: 'Why it was decided so.', examples: [WHY] }),
    decidedAt: time.nullable().meta({ description: 'Null before.' }),
    appealBy: time.nullable().meta({ description: 'Until when the caller can appeal; null when they cannot.' }),
    appealedAt: time.nullable().meta({ description: 'Null without an appeal.' }),
    isGranted: z
      .boolean()
      .nullable()
      .meta({ description: 'How the appeal ended; null before.', examples: [false] }),
    finalText: z
      .string()
      .nullable()
      .meta({ description: 'Why the appeal ended so.', examples: [WHY] }),
  })
  .meta({ id: 'OwnReport' })
export type OwnReport = z.output<typeof ownReport>

const otherReport = z
  .object({
    id,
    reason,
    text: z.string().meta({ description: 'What they write.', examples: [WHY] }),
    reporter: person.meta({ description: 'Who reported it.' }),
    createdAt: time,
    state: z.enum(reportStates).meta({ description: 'How far it is.', examples: ['open'] }),
  })
  .meta({ id: 'OtherReport' })

const report = otherReport
  .extend({
    kind,
    part,
    thing: z
      .object({
        id,
        title: z.string().meta({ description: 'What it is called, or by whom it is.', examples: ['Harbour map'] }),
        text: z.string().meta({ description: 'What it says.', examples: ['Draw the quay.'] }),
        projectID: id.nullable().meta({ description: 'Null for what is of no project.' }),
        isHidden: z.boolean().meta({ description: 'Whether it is hidden now.', examples: [false] }),
      })
      .nullable()
      .meta({ description: 'What was reported, as it is now; null once it is gone.' }),
    reported: person.meta({ description: 'Whose it is.' }),
    others: z.array(otherReport).meta({ description: 'Other reports of the same thing, the newest first.' }),
    decision: decision.nullable().meta({ description: 'What was decided; null while it is open.' }),
    decisionText: z
      .string()
      .nullable()
      .meta({ description: 'Why.', examples: [WHY] }),
    decidedAt: time.nullable().meta({ description: 'Null before.' }),
    appealText: z
      .string()
      .nullable()
      .meta({ description: 'What the reported person answers.', examples: ['It is a deposit.'] }),
    appealedAt: time.nullable().meta({ description: 'Null without an appeal.' }),
    isGranted: z
      .boolean()
      .nullable()
      .meta({ description: 'How the appeal ended; null before.', examples: [false] }),
    finalText: z
      .string()
      .nullable()
      .meta({ description: 'Why the appeal ended so.', examples: [WHY] }),
  })
  .meta({ id: 'Report', description: 'A report as administrators read it.' })
export type Report = z.output<typeof report>

const params = z.strictObject({ id: idOf('the report') })
const token = z
  .string()
  .min(1)
  .max(300)
  .meta({ description: 'From the link in the mail.', examples: ['01890a5d-ac96-774b-bcce-b302099a8057.c2lnbmVk'] })
const appealText = text(REPORT_TEXT_MAX, 'Why the decision is wrong.', 'It is a deposit.').min(
  1,
  'Please write something.',
)
const lists = ['reports.queue', 'reports.get', 'reports.mine'] as const

export const reports = noun('What people report to the administrators, and what these decide.', {
  create: endpoint({
    method: 'POST',
    path: '/reports',
    summary: 'Reports a thing of somebody else that the caller can see. One open report of a thing.',
    policy: 'user',
    scope: 'work',
    since: 'reports',
    body: z.strictObject({
      kind,
      id: id.meta({ description: 'The ID of the thing.' }),
      part,
      reason,
      text: text(REPORT_TEXT_MAX, 'What is wrong; administrators read it.', WHY).default(''),
    }),
    response: enveloped(ownReport),
    status: 201,
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    limits: ['report'],
    leaves: ['report.made'],
    stale: lists,
    failure: serverMessageOr('Failed to report this'),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/reports',
    summary:
      'What the caller has reported, and what was decided about them, the newest first. Neither side learns of the other.',
    policy: 'user',
    scope: 'read',
    since: 'reports',
    response: enveloped(z.array(ownReport)),
    failure: serverMessageOr('Failed to load the reports'),
  }),
  get: endpoint({
    method: 'GET',
    path: '/reports/:id',
    summary: 'What became of a report, for who made it and for the reported person. Neither learns of the other.',
    policy: 'user',
    scope: 'read',
    since: 'reports',
    params,
    response: enveloped(ownReport),
    fails: { 404: 'NOT_FOUND' },
    failure: serverMessageOr('Failed to load the report'),
  }),
  appeal: endpoint({
    method: 'POST',
    path: '/reports/:id/appeal',
    summary: 'The reported person asks administrators to look again: once, within 14 days.',
    policy: 'user',
    scope: 'work',
    since: 'reports',
    params,
    body: z.strictObject({ text: appealText }),
    response: enveloped(ownReport),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['report.appealed'],
    stale: lists,
    failure: serverMessageOr('Failed to send the appeal'),
  }),
  ofLink: endpoint({
    method: 'POST',
    path: '/reports/appeal-link',
    summary:
      'What was decided and why, by the link that a suspended person is mailed: they cannot sign in. Changes nothing.',
    policy: 'public',
    scope: null,
    since: 'reports',
    body: z.strictObject({ token }),
    response: enveloped(ownReport),
    fails: { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    limits: ['link'],
    leaves: [],
    stale: [],
    failure: serverMessageOr('Failed to load the decision'),
  }),
  appealByLink: endpoint({
    method: 'POST',
    path: '/reports/appeal-link/appeal',
    summary: 'The suspended person asks administrators to look again, by the mailed link: once, within 14 days.',
    policy: 'public',
    scope: null,
    since: 'reports',
    body: z.strictObject({ token, text: appealText }),
    response: enveloped(ownReport),
    fails: { 409: 'CONFLICT', 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    limits: ['link'],
    leaves: ['report.appealed'],
    stale: lists,
    failure: serverMessageOr('Failed to send the appeal'),
  }),
  queue: endpoint({
    method: 'GET',
    path: '/admin/reports',
    summary: 'Reports for administrators, the oldest first; by default those that wait for a decision, and appeals.',
    policy: 'administrator',
    scope: 'admin',
    since: 'reports',
    query: z.strictObject({
      state: z
        .enum(reportStates)
        .optional()
        .meta({ description: 'Only those.', examples: ['open'] }),
      cursor: z.string().max(200).optional().meta({ description: 'Where the page before ended.' }),
    }),
    response: z.object({
      data: z.array(report),
      nextCursor: z.string().nullable().meta({ description: 'For the next page; null at the end.' }),
    }),
    failure: serverMessageOr('Failed to load the reports'),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/admin/reports/:id/decide',
    summary:
      'An administrator decides all open reports of a thing; for an appeal, dismiss grants it and the former decision keeps it.',
    policy: 'administrator',
    scope: 'admin',
    since: 'reports',
    params,
    body: z.strictObject({
      decision,
      text: text(REPORT_DECISION_MAX, 'Why; the reported person reads it.', WHY).min(1, 'Please write why.'),
    }),
    response: enveloped(report),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: [
      ...(['report.decided', 'account.suspended', 'account.restored', 'claim.ended', 'dispute.withdrawn'] as const),
      ...(['task.moved', 'task.assigned', 'submission.withdrawn', 'rating.hidden'] as const),
    ],
    stale: [...lists, 'administration.people'],
    failure: serverMessageOr('Failed to decide this'),
  }),
})
