import type { z } from 'zod'
import type { GeneratedTask } from '../contract/ai.ts'
import { tiers } from '../contract/common.ts'
import {
  eachField,
  type NewProjectFieldName,
  newProjectFieldNames,
  noProjectFields,
  type SentProjectFields,
} from '../contract/project-fields.ts'
import type { newProject, ProjectChange, ProjectDetails } from '../contract/projects.ts'

type DraftFields = Pick<SentProjectFields, NewProjectFieldName>

/**
 * The contents of the wizard's form: the project's fields as they are sent, each with a value (empty text, 0 hours or
 * the tier basic by default), and the draft's tasks.
 */
export type ProjectDraft = DraftFields & { title: string; description: string; tasks: readonly GeneratedTask[] }

const emptyFields = eachField(newProjectFieldNames, (name) => noProjectFields[name] ?? '') as DraftFields
export const emptyProjectDraft: ProjectDraft = { title: '', description: '', ...emptyFields, tasks: [] }

/** An existing project, as the form shows it. */
export const projectDraftOf = (project: ProjectDetails, tasks: readonly GeneratedTask[] = []): ProjectDraft => ({
  title: project.title,
  description: project.description,
  ...(eachField(newProjectFieldNames, (name) => project[name] ?? '') as DraftFields),
  // Other hosts have tier names that we do not know; the form shows basic for them.
  tier: tiers.find((tier) => tier === project.tier) ?? 'basic',
  tasks,
})

const trimmed = (value: string | number): string | number => (typeof value === 'string' ? value.trim() : value)

/**
 * The body that creates a project: title and description always, other fields only with a value. The tier basic is left
 * out, since it is the default.
 */
export const newProjectBody = (draft: ProjectDraft): z.input<typeof newProject> => ({
  title: draft.title.trim(),
  description: draft.description.trim(),
  ...Object.fromEntries(
    newProjectFieldNames
      .map((name) => [name, trimmed(draft[name])] as const)
      .filter(([name, value]) => value !== emptyFields[name]),
  ),
})

/** The body that updates a project from the draft: an emptied field is sent empty, which clears it. */
export const projectDraftChange = ({ organizationID, tasks: _tasks, ...fields }: ProjectDraft): ProjectChange => ({
  ...fields,
  // An organization is an ID or missing; there is no empty value to send for it.
  ...(organizationID && { organizationID }),
})
