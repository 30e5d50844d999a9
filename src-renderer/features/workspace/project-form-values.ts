import { z } from 'zod'
import { contract, type ProjectDetails, tiers } from '../../../shared/contract/index.ts'
import { shownDeadline } from '../../../shared/rules/deadline.ts'
import { typedDeadline } from '../../lib/typed-deadline.ts'
import type { ProjectChangeInput } from './mutations.ts'

const { title, description, skills, tier, budget, deliverables, tags, client, organizationName, detailedDescription } =
  contract.projects.update.body.shape

/** The fields of the call that this form edits, with words of our own where a number or a date is none. */
export const projectFields = z.object({
  title,
  description,
  detailedDescription,
  organizationName,
  client,
  skills,
  tags,
  tier,
  estimatedDeadline: typedDeadline,
  budget,
  weeklyHours: z.number('Hours are a number.').min(0, 'Hours cannot be below zero.').max(168, 'A week has 168 hours.'),
  deliverables,
})
export type ProjectFields = z.input<typeof projectFields>
export type ProjectValues = z.output<typeof projectFields>
export const projectFieldNames = Object.keys(projectFields.shape) as Array<keyof ProjectFields>

export const fieldsOf = (project: ProjectDetails): ProjectFields => ({
  title: project.title,
  description: project.description,
  detailedDescription: project.detailedDescription ?? '',
  organizationName: project.organizationName ?? '',
  client: project.client ?? '',
  skills: project.skills,
  tags: project.tags ?? '',
  // Another host's own tier is left alone unless one of ours is chosen.
  tier: tiers.find((one) => one === project.tier),
  estimatedDeadline: shownDeadline(project.estimatedDeadline ?? ''),
  budget: project.budget ?? '',
  weeklyHours: project.weeklyHours,
  deliverables: project.deliverables ?? '',
})

/** Only what was changed, so that an edit does not undo somebody else's of another field. */
export const changeOf = (
  values: ProjectValues,
  dirty: Partial<Record<keyof ProjectFields, boolean | undefined>>,
): ProjectChangeInput =>
  Object.fromEntries(projectFieldNames.filter((name) => dirty[name]).map((name) => [name, values[name]]))
