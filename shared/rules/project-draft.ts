import type { z } from 'zod'
import type { GeneratedTask } from '../contract/ai.ts'
import { tiers, type Tier } from '../contract/common.ts'
import type { newProject, ProjectChange, ProjectDetails } from '../contract/projects.ts'

/** What the wizard's form holds: the project's fields as a person fills them in, and beside them the draft's tasks. */
export type ProjectDraft = {
  title: string
  description: string
  organizationID: string
  organizationName: string
  /** Comma-separated, as on the project. */
  skills: string
  tier: Tier
  /** YYYY-MM-DD; empty for none. */
  estimatedDeadline: string
  budget: string
  /** 0 for none. */
  weeklyHours: number
  /** One a line. */
  deliverables: string
  /** Comma-separated. */
  tags: string
  tasks: readonly GeneratedTask[]
}

export const emptyProjectDraft: ProjectDraft = {
  title: '',
  description: '',
  organizationID: '',
  organizationName: '',
  skills: '',
  tier: 'basic',
  estimatedDeadline: '',
  budget: '',
  weeklyHours: 0,
  deliverables: '',
  tags: '',
  tasks: [],
}

/** A project that exists, as the form shows it. */
export const projectDraftOf = (project: ProjectDetails, tasks: readonly GeneratedTask[] = []): ProjectDraft => ({
  title: project.title,
  description: project.description,
  organizationID: project.organizationID ?? '',
  organizationName: project.organizationName ?? '',
  skills: project.skills,
  // Another host's tier names are not among ours.
  tier: tiers.find((tier) => tier === project.tier) ?? 'basic',
  estimatedDeadline: project.estimatedDeadline ?? '',
  budget: project.budget ?? '',
  weeklyHours: project.weeklyHours,
  deliverables: project.deliverables ?? '',
  tags: project.tags ?? '',
  tasks,
})

const optionalTexts = [
  'organizationID',
  'organizationName',
  'skills',
  'estimatedDeadline',
  'budget',
  'deliverables',
  'tags',
] as const satisfies ReadonlyArray<keyof ProjectDraft>

/**
 * The body that creates a project: title and description always, everything else only when it has a value, and tier only
 * when it is not basic, which is what a project is anyway.
 */
export const newProjectBody = (draft: ProjectDraft): z.input<typeof newProject> => ({
  title: draft.title.trim(),
  description: draft.description.trim(),
  ...Object.fromEntries(
    optionalTexts.map((key) => [key, draft[key].trim()] as const).filter(([, text]) => text !== ''),
  ),
  ...(draft.tier !== 'basic' && { tier: draft.tier }),
  ...(draft.weeklyHours > 0 && { weeklyHours: draft.weeklyHours }),
})

/** The body that brings a project up to the draft: a field that was emptied is sent empty, which clears it. */
export const projectDraftChange = ({ organizationID, tasks: _tasks, ...fields }: ProjectDraft): ProjectChange => ({
  ...fields,
  // An organization is an id or nothing: there is no empty one to send.
  ...(organizationID && { organizationID }),
})
