import { z } from 'zod'
import type { GeneratedProject, ProjectDetails, Tier } from '#shared/contract/index.ts'
import { shownDeadline } from '#shared/rules/deadline.ts'
import { emptyProjectDraft, type ProjectDraft, projectDraftOf } from '#shared/rules/project-draft.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { tierOfComplexity } from '#shared/rules/tiers.ts'
import { draftForm, hoursText, typedDraft } from '#lib/project-form.ts'

/** The project's form together with the AI prompt, which is not part of the project. */
export const wizardForm = draftForm.extend({ prompt: z.string() })
export type Fields = z.input<typeof wizardForm>
export type Values = z.output<typeof wizardForm>
export const draftFieldNames = draftForm.keyof().options

const fieldsOfDraft = (draft: ProjectDraft): Fields => ({ ...typedDraft(draft), prompt: '' })
export const emptyFields: Fields = fieldsOfDraft(emptyProjectDraft)
export const fieldsOf = (project: ProjectDetails): Fields => fieldsOfDraft(projectDraftOf(project))

/** The draft that a filled-in form makes. A value that the form does not show (the organization's ID) is the project's. */
export const draftOf = (
  { prompt: _prompt, tier = emptyProjectDraft.tier, ...values }: Values,
  tasks: ProjectDraft['tasks'],
  project: ProjectDetails | null,
): ProjectDraft => ({ ...emptyProjectDraft, ...(project && projectDraftOf(project)), ...values, tier, tasks })

/**
 * The form's values after an AI answer. A field that the answer leaves empty keeps its value; the tier follows from an
 * AI's complexity.
 */
export const fieldsOfAnswer = (answer: GeneratedProject, before: Fields): Fields => {
  const or = (text: string, kept: string) => text.trim() || kept
  return {
    ...before,
    title: or(answer.title, before.title),
    description: or(answer.description, before.description),
    skills: answer.requiredSkills.length > 0 ? skillsList(answer.requiredSkills.join(',')).join(', ') : before.skills,
    // Without an AI service nobody has judged how hard it is.
    tier: answer.source === 'local' ? before.tier : (tierOfComplexity(answer.complexity) satisfies Tier),
    estimatedDeadline: shownDeadline(or(answer.estimatedDeadline, before.estimatedDeadline)),
    budget: or(answer.budget, before.budget),
    weeklyHours: hoursText(answer.weeklyHours) || before.weeklyHours,
    deliverables: or(answer.deliverables, before.deliverables),
    tags: or(answer.tags, before.tags),
  }
}
