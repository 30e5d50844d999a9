import { z } from 'zod'
import {
  eachField,
  newProject,
  newProjectFieldNames,
  PROJECT_HOURS_MAX,
  type ProjectDetails,
  type ProjectFieldName,
  projectFieldNames,
  projectFields,
  tiers,
} from '#shared/contract/index.ts'
import { shownDeadline } from '#shared/rules/deadline.ts'
import type { ProjectDraft } from '#shared/rules/project-draft.ts'
import { typedDeadline } from './typed-deadline.ts'

/** The digits of a text and at most one point, for a field of hours. */
export const numericOnly = (text: string): string => {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  return rest.length > 0 ? `${whole}.${rest.join('')}` : whole
}
/** Weekly hours as a field shows them; 0 means no hours and is an empty field. */
export const hoursText = (hours: number): string => (hours > 0 ? String(hours) : '')

const typedHours = z
  .string()
  .transform((text) => Number(text) || 0)
  .pipe(z.number().max(PROJECT_HOURS_MAX, `A week has ${PROJECT_HOURS_MAX} hours.`))

/** No form lets a person choose the organization's ID; questions, and what belongs to the decision clock or to taking tasks, are chosen by themselves. */
const notTyped = [
  'organizationID',
  'answersWithinDays',
  'applicationsPaused',
  'membersTake',
  'reviewQueueMax',
  'showToVisitors',
  'questions',
] as const satisfies ProjectFieldName[]
type DerivedField = (typeof notTyped)[number]
const isTyped = <N extends ProjectFieldName>(name: N): name is Exclude<N, DerivedField> =>
  !notTyped.some((other) => other === name)
export const typedFieldNames = ['title', 'description', ...projectFieldNames.filter(isTyped)] as const
const draftFieldNames = ['title', 'description', ...newProjectFieldNames.filter(isTyped)] as const
type TypedName = (typeof typedFieldNames)[number]

type Sent = { [F in ProjectFieldName]: (typeof projectFields)[F]['sent'] }
const sent = eachField(projectFieldNames, (name) => projectFields[name].sent) as Sent
const {
  organizationID: _organizationID,
  answersWithinDays: _answersWithinDays,
  applicationsPaused: _applicationsPaused,
  membersTake: _membersTake,
  reviewQueueMax: _reviewQueueMax,
  showToVisitors: _showToVisitors,
  questions: _questions,
  ...typed
} = {
  ...sent,
  // A server of others may have a tier that we do not know; the form then shows none until a person chooses one.
  tier: sent.tier.optional(),
  estimatedDeadline: typedDeadline,
  weeklyHours: typedHours,
}

/** A project as its forms hold it. The input is the text as typed, the output is what the contract's calls take. */
export const projectForm = z.object({
  title: newProject.shape.title,
  description: newProject.shape.description,
  ...typed,
})
export type TypedProject = z.input<typeof projectForm>
export type ProjectValues = z.output<typeof projectForm>

/** The fields of a project that a new project has. */
export const draftForm = projectForm.pick(eachField(draftFieldNames, () => true as const))
export type TypedDraft = z.input<typeof draftForm>

const typedValue = (name: TypedName, value: string | number | null) => {
  if (name === 'tier') return tiers.find((tier) => tier === value)
  if (typeof value === 'number') return hoursText(value)
  return name === 'estimatedDeadline' ? shownDeadline(value ?? '') : (value ?? '')
}
/** An existing project, as a form shows it. */
export const typedProject = (project: ProjectDetails): TypedProject =>
  eachField(typedFieldNames, (name) => typedValue(name, project[name])) as TypedProject

/** A draft, as a form shows it. */
export const typedDraft = (draft: ProjectDraft): TypedDraft =>
  eachField(draftFieldNames, (name) => typedValue(name, draft[name])) as TypedDraft
