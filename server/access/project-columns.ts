import { type Selectable, sql } from 'kysely'
import { projectFieldNames, type ProjectFieldName, type ReadProjectFields } from '#shared/contract/project-fields.ts'
import type { Projects } from '../db/schema.generated.ts'

type ColumnOf<T> = { [C in keyof Projects]: Selectable<Projects>[C] extends T ? C : never }[keyof Projects]
/** The column of each optional field of a project. A field without a column of its type does not compile. */
export const fieldColumns = {
  organizationID: 'organization_id',
  organizationName: 'organization_name',
  skills: 'skills',
  tier: 'tier',
  estimatedDeadline: 'estimated_deadline',
  budget: 'budget',
  currency: 'currency',
  weeklyHours: 'weekly_hours',
  deliverables: 'deliverables',
  tags: 'tags',
  client: 'client',
  detailedDescription: 'detailed_description',
  answersWithinDays: 'answers_within_days',
  questions: 'questions',
  applicationsPaused: 'applications_paused',
  membersTake: 'members_take',
  reviewQueueMax: 'review_queue_max',
  showToVisitors: 'show_to_visitors',
} as const satisfies { [F in ProjectFieldName]: ColumnOf<ReadProjectFields[F]> }

const ownColumns = [
  'p.id',
  'p.title',
  'p.description',
  'p.skills',
  'p.tier',
  'p.status',
  'p.created_at',
  'p.updated_at',
  'p.archived_at',
  'p.hidden_at',
  'p.deleted_at',
  'p.organization_id',
  'p.organization_name',
  'p.answers_within_days',
  'p.applications_paused',
  'p.clock_stopped_at',
] as const
/** How its creator answers applications; null while none to any of their projects was closed. */
export type AnswerRecord = { closed: number; answered: number; medianHours: number | null }
const answers = sql<AnswerRecord | null>`(
  select json_build_object('closed', a.closed, 'answered', a.answered, 'medianHours', a.median_hours)
  from answer_records a where a.user_id = p.created_by)`
/** The columns that lists need of a project `p` and of its creator `c`. */
export const listColumns = [
  ...ownColumns,
  'c.username as creator_username',
  'c.name as creator_name',
  answers.as('answers'),
] as const
/** The columns of `listColumns`, for statements in plain SQL. */
export const listSelection = sql.join([
  ...ownColumns.map((column) => sql.ref(column)),
  sql`c.username as creator_username`,
  sql`c.name as creator_name`,
  sql`${answers} as answers`,
])
/** The columns that a project's dialog and workspace need of a project `p` and of its creator `c`. */
export const detailColumns = [
  ...new Set([...listColumns, ...projectFieldNames.map((name) => `p.${fieldColumns[name]}` as const)]),
]

type Creator = { creator_username: string; creator_name: string; answers: AnswerRecord | null }
type ColumnName<C> = C extends `p.${infer Name extends keyof Projects}` ? Name : never
/** A project as lists need it. */
export type ProjectListRow = Pick<Selectable<Projects>, ColumnName<(typeof listColumns)[number]>> & Creator
/** A project as its dialog and workspace need it. */
export type ProjectRow = Pick<Selectable<Projects>, ColumnName<(typeof detailColumns)[number]>> & Creator
