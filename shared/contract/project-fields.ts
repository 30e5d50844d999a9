import { z } from 'zod'
import { id, tier } from './common.ts'

/** Letters of a project's long texts; the server counts them after cutting spaces at both ends. */
export const PROJECT_TEXT_MAX = 20_000
/** Hours of a week, which is the most that a project can ask for. */
export const PROJECT_HOURS_MAX = 168

/** Ours is basic, bronze, silver or gold; other hosts have more names, and rules/tiers.ts says how each is shown. */
export const tierAsRead = z.string().max(40)

/** A text that a project may do without: null where there is none, and cleared by an empty one. */
const optionalText = (max: number) => ({ sent: z.string().trim().max(max), read: z.string().nullable(), none: null })

/**
 * Every field that a project may do without, once: what a creator may send, what the server answers, and `none`, the value of
 * a project for which nobody filled it in. The bodies of the contract, the client's defaults, the server's columns, the
 * wizard's draft and the forms derive from here. Owner and admin change all of them; docs/recipes.md says how to add one.
 */
export const projectFields = {
  organizationID: { sent: id, read: id.nullable(), none: null },
  /** For whom the project is, in the creator's words. */
  organizationName: optionalText(200),
  /** Separated by commas. */
  skills: { sent: z.string().trim().max(2_000), read: z.string(), none: '' },
  tier: { sent: tier, read: tierAsRead, none: 'basic' },
  /** YYYY-MM-DD, or words such as "in spring". */
  estimatedDeadline: optionalText(40),
  budget: optionalText(100),
  weeklyHours: { sent: z.number().min(0).max(PROJECT_HOURS_MAX), read: z.number(), none: 0 },
  /** One a line. */
  deliverables: optionalText(PROJECT_TEXT_MAX),
  /** Separated by commas. */
  tags: optionalText(2_000),
  client: optionalText(200),
  /** The scope; sent with the details of one project only, never in a list. */
  detailedDescription: optionalText(PROJECT_TEXT_MAX),
} as const

type Fields = typeof projectFields
export type ProjectFieldName = keyof Fields
export const projectFieldNames = Object.keys(projectFields) as ProjectFieldName[]

/** What a project gets when it exists already; all other fields can be given when it is created. */
const laterFieldNames = ['client', 'detailedDescription'] as const satisfies ProjectFieldName[]
export type NewProjectFieldName = Exclude<ProjectFieldName, (typeof laterFieldNames)[number]>
export const newProjectFieldNames = projectFieldNames.filter(
  (name): name is NewProjectFieldName => !laterFieldNames.some((later) => later === name),
)

/** An object with a value for each of these fields. */
export const eachField = <N extends string, T>(names: readonly N[], valueOf: (name: N) => T): Record<N, T> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, T>

/** Schemas of the fields as somebody sends them, each of which may be left out. */
export const sentFields = <N extends ProjectFieldName>(names: readonly N[]) =>
  eachField(names, (name) => projectFields[name].sent.optional()) as { [F in N]: z.ZodOptional<Fields[F]['sent']> }

/** Schemas of all fields as the server answers them. */
export const readFields = eachField(projectFieldNames, (name) => projectFields[name].read) as {
  [F in ProjectFieldName]: Fields[F]['read']
}

/** The fields' values as somebody sends them. */
export type SentProjectFields = { [F in ProjectFieldName]: z.output<Fields[F]['sent']> }
/** The fields' values as the server answers them. */
export type ReadProjectFields = { [F in ProjectFieldName]: z.output<Fields[F]['read']> }

/** The fields of a project for which nobody filled any in. */
export const noProjectFields = eachField(projectFieldNames, (name) => projectFields[name].none) as ReadProjectFields
