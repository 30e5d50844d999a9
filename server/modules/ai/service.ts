import type { AiSource, GeneratedProject, GeneratedTask } from '#shared/contract/index.ts'
import { accessOf } from '#server/access/access.ts'
import { requireManager, requireMember, requireVisible } from '#server/access/policy.ts'
import type { Writer } from '#server/ai/writer.ts'
import type { AppDeps } from '#server/deps.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { findNewestTitles, getTask } from '../tasks/service.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'> & { writer: Writer }

/** The titles of this many newest tasks are kept from being suggested again. */
const KNOWN_TITLES = 200

const countCall = ({ db, clock }: Deps, viewer: Viewer): Promise<void> =>
  requireWithin(db, clock.now(), limitOf('ai', viewer.userID))

/** Writes a project from a prompt. Errors of every call in this file: 429, and 503 when the endpoint fails. */
const generateProject = async (
  deps: Deps,
  viewer: Viewer,
  { body: { prompt } }: Input<'ai.generateProject'>,
): Promise<GeneratedProject> => {
  await countCall(deps, viewer)
  return { ...(await deps.writer.writeProject(prompt)), source: deps.writer.source }
}

/** Writes a task from a prompt. */
const generateTask = async (
  deps: Deps,
  viewer: Viewer,
  { body: { prompt } }: Input<'ai.generateTask'>,
): Promise<GeneratedTask & { source: AiSource }> => {
  await countCall(deps, viewer)
  return { ...(await deps.writer.writeTask(prompt)), source: deps.writer.source }
}

/** Suggests tasks for a project. Errors: 404, 403 for a viewer who is not a member. */
const suggestTasks = async (
  deps: Deps,
  viewer: Viewer,
  { body: { projectId: projectID, maxTasks } }: Input<'ai.suggestTasks'>,
): Promise<{ tasks: GeneratedTask[]; source: AiSource }> => {
  const access = await accessOf(deps.db, projectID, viewer.userID)
  const { project } = requireVisible(access)
  requireMember(access)
  await countCall(deps, viewer)
  const brief = {
    title: project.title,
    description: [project.description, project.detailed_description].filter(Boolean).join('\n'),
    skills: project.skills,
    deliverables: project.deliverables ?? '',
    estimatedDeadline: project.estimated_deadline ?? '',
    budget: project.budget ?? '',
    weeklyHours: project.weekly_hours,
    existingTitles: await findNewestTitles(deps.db, projectID, KNOWN_TITLES),
  }
  return { tasks: await deps.writer.suggestTasks(brief, maxTasks), source: deps.writer.source }
}

/**
 * Rewrites a task's description; nothing is stored. Errors: 404, 403 for a viewer who may not change the description.
 */
const enhanceDescription = async (
  deps: Deps,
  viewer: Viewer,
  { params, body }: Input<'ai.enhanceDescription'>,
): Promise<{ description: string; source: AiSource }> => {
  const { title, description, projectID } = await getTask(deps, viewer, params.id)
  requireManager(await accessOf(deps.db, projectID, viewer.userID))
  await countCall(deps, viewer)
  const enhanced = await deps.writer.enhance({ title, description }, body.enhancementPrompt)
  return { description: enhanced, source: deps.writer.source }
}

export const ai = { generateProject, generateTask, suggestTasks, enhanceDescription }
