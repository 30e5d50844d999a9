import type { ProjectDetails, Task } from '#shared/contract/index.ts'
import { projectStatusLabel } from '#shared/rules/statuses.ts'
import { workspaceTierLabel } from '#shared/rules/tiers.ts'
import { budgetText } from '#lib/amounts.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { formatDate } from '#lib/format.ts'
import { shownDay } from '#ui/project/ProjectFacts.tsx'

/** Takes the place of a value that could not be loaded. */
export const NOT_LOADED = 'Loading...'
/** Takes the place of a value that is not set. */
export const NONE = '—'

/** The time when the project itself or one of its tasks was changed last. */
export const lastChange = (
  { updatedAt }: Pick<ProjectDetails, 'updatedAt'>,
  tasks: ReadonlyArray<Pick<Task, 'updatedAt'>> | undefined,
): string | null =>
  (tasks ?? []).reduce<string | null>(
    (last, task) => (last && last > task.updatedAt ? last : task.updatedAt),
    updatedAt,
  )

/** The texts that the creator wrote besides the description, a row each where it is set. */
export const creatorFacts = (project: ProjectDetails | undefined): Array<{ label: string; value: string }> => {
  if (!project) return []
  const { budget, currency, estimatedDeadline, tags } = project
  return [
    { label: 'Budget', value: budget?.trim() ? budgetText(budget, currency) : '' },
    { label: 'Deadline', value: shownDay(estimatedDeadline) },
    { label: 'Tags', value: skillsList(tags ?? '').join(', ') },
  ].filter(({ value }) => value !== '')
}

/** A project's texts as the workspace shows them; placeholders while there is no project. */
export const projectTexts = (project: ProjectDetails | undefined) => {
  if (!project)
    return {
      name: NOT_LOADED,
      organization: NOT_LOADED,
      status: NOT_LOADED,
      tier: NOT_LOADED,
      created: NOT_LOADED,
      updated: NOT_LOADED,
    }
  return {
    name: project.title,
    organization: project.organizationName ?? project.client ?? NONE,
    status: projectStatusLabel(project, 'workspace'),
    tier: workspaceTierLabel(project.tier),
    created: formatDate(project.createdAt) ?? NONE,
    updated: formatDate(project.updatedAt) ?? NONE,
  }
}

/** The creator's deliverables, one a line, without the dashes of a list. */
export const deliverablesOf = (project: ProjectDetails | undefined): string[] => [
  ...new Set(
    (project?.deliverables ?? '')
      .split('\n')
      .map((line) => line.replace(/^\s*[-*•]\s+/u, '').trim())
      .filter(Boolean),
  ),
]
