import { z } from 'zod'
import { type GeneratedProject, newProject, type ProjectDetails, type Tier } from '../../../../shared/contract/index.ts'
import { shownDeadline } from '../../../../shared/rules/deadline.ts'
import { emptyProjectDraft, type ProjectDraft, projectDraftOf } from '../../../../shared/rules/project-draft.ts'
import { skillsList } from '../../../../shared/rules/skills.ts'
import { tierOfComplexity } from '../../../../shared/rules/tiers.ts'
import { typedDeadline } from '../../../lib/typed-deadline.ts'

/** What stands above a form whose required fields are not all filled in. */
export const REQUIRED_TEXT = 'Please fill in all required fields.'
const HOURS_OF_A_WEEK = 168

/** What is typed, as it is typed; the output is what the contract's own schema takes. */
export const projectForm = z.object({
  title: newProject.shape.title,
  description: newProject.shape.description,
  /** What the AI is asked; not part of the project. */
  prompt: z.string(),
  skills: z.array(z.string()).transform((skills) => skills.join(', ')),
  tier: newProject.shape.tier.unwrap(),
  estimatedDeadline: typedDeadline,
  budget: z.string().trim(),
  organizationName: z.string().trim(),
  weeklyHours: z
    .string()
    .transform((text) => Number(text) || 0)
    .pipe(z.number().max(HOURS_OF_A_WEEK, `A week has ${HOURS_OF_A_WEEK} hours.`)),
  deliverables: z.string().trim(),
  tags: z.string().trim(),
})
export type Fields = z.input<typeof projectForm>
export type Values = z.output<typeof projectForm>

/** The numbers of a text, with one point at most: what a weekly-hours field lets through. */
export const numericOnly = (text: string): string => {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  return rest.length > 0 ? `${whole}.${rest.join('')}` : whole
}
const hoursText = (hours: number): string => (hours > 0 ? String(hours) : '')

const fieldsOfDraft = ({ skills, weeklyHours, estimatedDeadline, ...draft }: ProjectDraft): Fields => ({
  title: draft.title,
  description: draft.description,
  prompt: '',
  skills: skillsList(skills),
  tier: draft.tier,
  estimatedDeadline: shownDeadline(estimatedDeadline),
  budget: draft.budget,
  organizationName: draft.organizationName,
  weeklyHours: hoursText(weeklyHours),
  deliverables: draft.deliverables,
  tags: draft.tags,
})

export const emptyFields: Fields = fieldsOfDraft(emptyProjectDraft)
export const fieldsOf = (project: ProjectDetails): Fields => fieldsOfDraft(projectDraftOf(project))

/** The draft that a filled-in form makes. What the form does not show (its organization's ID) stays as the project has it. */
export const draftOf = (
  { prompt: _prompt, ...values }: Values,
  tasks: ProjectDraft['tasks'],
  project: ProjectDetails | null,
): ProjectDraft => ({ ...emptyProjectDraft, ...(project && projectDraftOf(project)), ...values, tasks })

/**
 * The form as an AI's answer fills it. What the answer leaves open keeps what was there; the tier follows the complexity.
 */
export const fieldsOfAnswer = (answer: GeneratedProject, before: Fields): Fields => {
  const or = (text: string, kept: string) => text.trim() || kept
  return {
    ...before,
    title: or(answer.title, before.title),
    description: or(answer.description, before.description),
    skills: answer.requiredSkills.length > 0 ? skillsList(answer.requiredSkills.join(',')) : before.skills,
    tier: tierOfComplexity(answer.complexity) satisfies Tier,
    estimatedDeadline: shownDeadline(or(answer.estimatedDeadline, before.estimatedDeadline)),
    budget: or(answer.budget, before.budget),
    weeklyHours: hoursText(answer.weeklyHours) || before.weeklyHours,
    deliverables: or(answer.deliverables, before.deliverables),
    tags: or(answer.tags, before.tags),
  }
}
