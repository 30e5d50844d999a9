import type { QueryClient } from '@tanstack/react-query'
import { saveDraft } from '#shared/api-client/project-calls.ts'
import type { ProjectDetails, ProjectListItem } from '#shared/contract/index.ts'
import { newProjectBody, type ProjectDraft } from '#shared/rules/project-draft.ts'
import { projectStatus } from '#shared/rules/statuses.ts'
import { ownedProjectsQuery } from '#data/projects.ts'
import { api, isUnreachable } from '#lib/api.ts'

/** Tries to create a project that got no answer, any of which may have created it, and the projects that existed before. */
type Tries = { drafts: readonly ProjectDraft[]; known: ReadonlySet<string> }
export type UncertainTries = { current: Tries | null }

const findMade = async ({ drafts, known }: Tries): Promise<string | null> => {
  const sent = drafts.map(newProjectBody)
  const isOneOfThem = (one: ProjectListItem) =>
    one.status === projectStatus.drafted &&
    !known.has(one.id) &&
    sent.some(({ title, description }) => one.title === title && one.description === description)
  return (await api.projects.owned({ query: {} })).data.find(isOneOfThem)?.id ?? null
}

const knownIDs = (client: QueryClient): string[] =>
  client.getQueryData(ownedProjectsQuery().queryKey)?.data.map(({ id }) => id) ?? []

/**
 * Creates the draft, or updates the existing one from the form. A draft whose last try got no answer is looked up
 * first, so that it is never created twice. Errors: ApiError.
 */
export const saveOnce = async (
  client: QueryClient,
  uncertain: UncertainTries,
  draft: ProjectDraft,
  id: string | null,
): Promise<ProjectDetails> => {
  const before = uncertain.current ?? { drafts: [], known: new Set(knownIDs(client)) }
  const existing = id ?? (uncertain.current && (await findMade(uncertain.current)))
  try {
    const saved = await saveDraft(api, draft, existing)
    uncertain.current = null
    return saved
  } catch (error) {
    if (!existing && isUnreachable(error)) uncertain.current = { ...before, drafts: [...before.drafts, draft] }
    throw error
  }
}
