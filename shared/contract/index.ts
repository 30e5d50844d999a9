import type { Contract, EndpointDef } from './endpoint.ts'
import { nouns } from './nouns.generated.ts'

/**
 * Every call there is, by noun. The server's routes, the clients, the desktop's IPC allow-list and the OpenAPI document
 * all derive from this one object.
 */
export const contract = nouns satisfies Contract
export type ApiContract = typeof contract

/** The "noun.verb" of a call, as used over IPC and in logs. */
export type OperationName = {
  [G in keyof ApiContract]: `${G & string}.${keyof ApiContract[G] & string}`
}[keyof ApiContract]

/** All calls with their operation names, for code that goes through the whole contract. */
export const operations: ReadonlyArray<{ operation: string; endpoint: EndpointDef }> = Object.entries(contract).flatMap(
  ([group, calls]) =>
    Object.entries(calls as Record<string, EndpointDef>).map(([name, endpoint]) => ({
      operation: `${group}.${name}`,
      endpoint,
    })),
)

/** All that the calls of the contract state in one of their fields. */
export type Stated<F extends keyof EndpointDef> = {
  [G in keyof ApiContract]: {
    [N in keyof ApiContract[G]]: ApiContract[G][N] extends Readonly<Record<F, infer V>> ? V : never
  }[keyof ApiContract[G]]
}[keyof ApiContract]

/**
 * Capabilities that came with no call: a payment names its task, and the ledger answers what one task has cost; a creator
 * application takes a text and has an answer date; public pages are no calls, and a project's field switches them on; records
 * are beside projects and people.
 */
const capabilitiesOfFields = ['taskPayments', 'creatorAnswers', 'publicPages', 'records'] as const
/**
 * What a server can do beyond its first release. A client shows only what `GET /capabilities` lists, so that other
 * hosts and older servers work as they are.
 */
export type Capability = Stated<'since'> | (typeof capabilitiesOfFields)[number]
export const capabilityNames: readonly Capability[] = [
  ...new Set([
    ...operations.flatMap(({ endpoint: { since } }) => (since === undefined ? [] : [since as Capability])),
    ...capabilitiesOfFields,
  ]),
]

const byOperation = new Map(operations.map(({ operation, endpoint }) => [operation, endpoint]))

/** The call with this name, or undefined. Only names in the contract are found, never inherited properties. */
export const findEndpoint = (operation: string): EndpointDef | undefined => byOperation.get(operation)

export * from './common.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './project-fields.ts'
export * from './projects.ts'
export { type AnalyticsPeriod, LOAD_PEOPLE_MAX, type ProjectAnalytics, type TimeInStage } from './analytics.ts'
export { type MarketSort, marketSorts, type Offer, SKILLS_FILTER_MAX, type Standing } from './market.ts'
export { type MarketSearch, NEW_HITS_MAX, SAVED_SEARCHES_MAX, type SavedSearch, SEARCH_NAME_MAX } from './saved.ts'
export { type Figure, type Figures } from './figures.ts'
export { type ReputationLine, type ReputationRule } from './reputation.ts'
export { BIO_MAX, type OwnProfile, type Profile } from './profile.ts'
export {
  HEADLINE_MAX,
  HOURS_MAX,
  LINKS_MAX,
  NAME_MAX,
  PICTURE_MAX_BYTES,
  PICTURES_MAX,
  type ProfileChanges,
  profileChanges,
  SKILLS_MAX,
  withoutRepeats,
} from './own-profile.ts'
export { type UserProject, type UserRequest, type UserSettings } from './users.ts'
export { CONFIRMED_MINUTES, type OwnSession } from './account.ts'
export { DELETION_DAYS, EXPORT_HOURS, type OwnDeletion, type OwnExport } from './own-data.ts'
export { type AccessToken, TOKEN_DAYS_MAX, TOKEN_NAME_MAX, TOKENS_MAX } from './tokens.ts'
export { signInAnswer, tokenPair, registration, type CodeMailState, type SignInAnswer, type TokenPair } from './auth.ts'
export { RECOVERY_CODES, type SignInChallenge, type TwoStepState } from './two-step.ts'
export {
  INVITE_NEXT_MAX,
  mailStates,
  waitlistColumns,
  type MailState,
  type WaitlistColumn,
  type WaitlistFunnel,
  type WaitlistUser,
  type Wish,
  wishes,
} from './waitlist.ts'
export { INACTIVE_AFTER_DAYS, INVITE_MESSAGE_MAX, type ProjectMember, type ProjectRequest } from './memberships.ts'
export { PROLONG_DAYS, PROLONG_REASON_MAX } from './requests.ts'
export {
  type Applicant,
  type Decision,
  DECIDED_MAX,
  type DecideOutcome,
  PRIVATE_NOTES_MAX,
  type PrivateLabel,
  type PrivateNotes,
  type Rejection,
  REJECTION_TEXT_MAX,
  type RejectionReason,
  rejectionReasons,
  REOPEN_HOURS,
} from './decisions.ts'
export {
  creatorApplicationColumns,
  type CreatorApplicationColumn,
  type CreatorApplication,
} from './creator-applications.ts'
export { industries, type FoundUser, type Industry, type Talent } from './people.ts'
export * from './task-fields.ts'
export { LABEL_NAME_MAX, labelColours, type Label, type LabelColour } from './labels.ts'
export { STAGE_LIMIT_MAX, STAGE_NAME_MAX, STAGES_MAX, type Stage, type StageList } from './stages.ts'
export { type TaskOffer } from './task-offer.ts'
export { type RewardOfTask } from './rewards.ts'
export { BOARD_LIMIT, TASK_TEXT_MAX, TASK_TITLE_MAX, TRASH_DAYS, type DeletedTask, type Task } from './task.ts'
export { type TaskTemplate, TEMPLATE_NAME_MAX, TEMPLATES_MAX } from './templates.ts'
export { type Comment, type FeedEntry, type FeedFilter } from './comments.ts'
export { exportedProject, type ExportedProject, type ImportedTask, type ImportSource } from './imports.ts'
export { type Claim, type ClaimState, type ClaimTerms } from './claims.ts'
export { type Payment, type PaymentSummary } from './payments.ts'
export { type NewSubmission, type Reviewed, type Submission } from './submissions.ts'
export { SUGGESTED_TASKS_MAX, complexities, type AiSource, type GeneratedProject, type GeneratedTask } from './ai.ts'
export {
  FILE_MAX_BYTES,
  FILE_PART,
  type FilePreview,
  PREVIEW_PDF_BYTES,
  PREVIEW_SIDE,
  PREVIEW_TEXT_BYTES,
  type ProjectFile,
} from './files.ts'
export { type OwnWork, type WorkRow, type WorkSection, type WorkSectionName } from './work.ts'
export { EVENTS_MAX, STREAMS_MAX, WAITING_MAX, type BoardTask, type LiveFrame } from './live.ts'
