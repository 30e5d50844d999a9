import { type Selectable, sql } from 'kysely'
import type { Projects } from '../db/schema.generated.ts'

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
  'p.deleted_at',
  'p.organization_id',
  'p.organization_name',
] as const
/** Columns of a project `p`, and of `c`, who made it, as lists need them. */
export const listColumns = [...ownColumns, 'c.username as creator_username', 'c.name as creator_name'] as const
/** The same for statements that are written by hand. */
export const listSelection = sql.join([
  ...ownColumns.map((column) => sql.ref(column)),
  sql`c.username as creator_username`,
  sql`c.name as creator_name`,
])
/** Columns of a project `p`, and of `c`, who made it, as its dialog and workspace need them. */
export const detailColumns = [
  ...listColumns,
  'p.client',
  'p.detailed_description',
  'p.estimated_deadline',
  'p.budget',
  'p.weekly_hours',
  'p.deliverables',
  'p.tags',
] as const

type Creator = { creator_username: string; creator_name: string }
type ColumnName<C extends string> = C extends `p.${infer Name extends keyof Projects}` ? Name : never
/** A project as lists need it. */
export type ProjectListRow = Pick<Selectable<Projects>, ColumnName<(typeof listColumns)[number]>> & Creator
/** A project as its dialog and workspace need it. */
export type ProjectRow = Pick<Selectable<Projects>, ColumnName<(typeof detailColumns)[number]>> & Creator
