import { serverMessageOr } from '../contract/endpoint.ts'
import type { GeneratedTask, AiSource } from '../contract/ai.ts'
import type { ProjectDetails } from '../contract/projects.ts'
import { newProjectBody, projectDraftChange, type ProjectDraft } from '../rules/project-draft.ts'
import { projectStatus } from '../rules/statuses.ts'
import type { Api, CallOptions } from './client-call.ts'

/**
 * What a creator does with a project through calls of several purposes. Each has its own failure text, because an
 * unsaved draft and a failed publication are different things to a person. Errors: ApiError.
 */

/** Creates the project as a draft, or updates the existing draft from the form. The status stays as it is. */
export const saveDraft = async (api: Api, draft: ProjectDraft, id: string | null = null): Promise<ProjectDetails> => {
  const failure = serverMessageOr('Failed to save project as draft')
  const { data } = id
    ? await api.projects.update({ params: { id }, body: projectDraftChange(draft) }, { failure })
    : await api.projects.create({ body: newProjectBody(draft) }, { failure })
  return data
}

/** Makes a draft public. When this fails the project stays a draft. */
export const publishProject = async (api: Api, id: string): Promise<ProjectDetails> => {
  const failure = serverMessageOr('Failed to publish project')
  return (await api.projects.update({ params: { id }, body: { status: projectStatus.published } }, { failure })).data
}

export const updateProjectStatus = async (api: Api, id: string, status: number): Promise<ProjectDetails> => {
  const failure = serverMessageOr('Failed to update project status')
  return (await api.projects.update({ params: { id }, body: { status } }, { failure })).data
}

/** Suggests tasks that the project does not have yet, and says who wrote them; nothing is stored. At most 5 without `maxTasks`. */
export const suggestTasks = async (
  api: Api,
  projectID: string,
  { maxTasks, ...options }: Pick<CallOptions, 'signal'> & { maxTasks?: number } = {},
): Promise<{ tasks: GeneratedTask[]; source: AiSource }> => {
  const failure = serverMessageOr('Failed to get suggested tasks')
  return (
    await api.ai.suggestTasks(
      { body: { projectId: projectID, ...(maxTasks && { maxTasks }) } },
      { ...options, failure },
    )
  ).data
}
