import type { Insertable, Updateable } from 'kysely'
import {
  eachField,
  noProjectFields,
  projectFieldNames,
  type ReadProjectFields,
  type SentProjectFields,
} from '#shared/contract/project-fields.ts'
import { fieldColumns, type ProjectRow } from '#server/access/project-columns.ts'
import type { Projects } from '#server/db/schema.generated.ts'

type Column = (typeof fieldColumns)[keyof typeof fieldColumns]
type Sent = { [F in keyof SentProjectFields]?: SentProjectFields[F] | undefined }

/** A list is kept as JSON. */
const stored = (value: unknown): unknown => (Array.isArray(value) ? JSON.stringify(value) : value)

/**
 * The columns to write for the fields that were sent. An empty text clears its field; fields that were not sent have no
 * column here.
 */
export const changedColumns = (sent: Sent): Pick<Updateable<Projects>, Column> =>
  Object.fromEntries(
    projectFieldNames
      .filter((name) => sent[name] !== undefined)
      .map((name) => [fieldColumns[name], stored(sent[name] === '' ? noProjectFields[name] : sent[name])]),
  )

const emptyColumns = Object.fromEntries(
  projectFieldNames.map((name) => [fieldColumns[name], stored(noProjectFields[name])]),
) as Pick<Insertable<Projects>, Column>

/** The columns of a new project, from the fields that were sent. */
export const firstColumns = (sent: Sent): Pick<Insertable<Projects>, Column> => ({
  ...emptyColumns,
  ...(changedColumns(sent) as Partial<typeof emptyColumns>),
})

/** The fields of a row, in the form of an answer. */
export const fieldsOfRow = (row: ProjectRow): ReadProjectFields =>
  eachField(projectFieldNames, (name) => row[fieldColumns[name]]) as ReadProjectFields
