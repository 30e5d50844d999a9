import type { Selectable } from 'kysely'
import type { Projects } from '../db/schema.generated.ts'

/** Columns of a project `p` as lists need them. */
export const listColumns = [
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
/** Columns of a project `p` as its dialog and workspace need them. */
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

type ColumnName<C extends string> = C extends `p.${infer Name extends keyof Projects}` ? Name : never
/** A project as lists need it. */
export type ProjectListRow = Pick<Selectable<Projects>, ColumnName<(typeof listColumns)[number]>>
/** A project as its dialog and workspace need it. */
export type ProjectRow = Pick<Selectable<Projects>, ColumnName<(typeof detailColumns)[number]>>
