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
 * What the wizard's form holds: the project's fields as they are sent, each with a value (an empty text, 0 hours or the tier
 * basic where nothing was filled in), and beside them the draft's tasks.
 */
export type ProjectDraft = DraftFields & { title: string; description: string; tasks: readonly GeneratedTask[] }

const emptyFields = eachField(newProjectFieldNames, (name) => noProjectFields[name] ?? '') as DraftFields
export const emptyProjectDraft: ProjectDraft = { title: '', description: '', ...emptyFields, tasks: [] }

/** A project that exists, as the form shows it. */
export const projectDraftOf = (project: ProjectDetails, tasks: readonly GeneratedTask[] = []): ProjectDraft => ({
  title: project.title,
  description: project.description,
  ...(eachField(newProjectFieldNames, (name) => project[name] ?? '') as DraftFields),
  // Another host's tier names are not among ours.
  tier: tiers.find((tier) => tier === project.tier) ?? 'basic',
  tasks,
})

const trimmed = (value: string | number): string | number => (typeof value === 'string' ? value.trim() : value)

/**
 * The body that creates a project: title and description always, everything else only when it has a value. A tier is sent only
 * when it is not basic, which is what a project is anyway.
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

/** The body that brings a project up to the draft: a field that was emptied is sent empty, which clears it. */
export const projectDraftChange = ({ organizationID, tasks: _tasks, ...fields }: ProjectDraft): ProjectChange => ({
  ...fields,
  // An organization is an id or nothing: there is no empty one to send.
  ...(organizationID && { organizationID }),
})
