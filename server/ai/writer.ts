import type { AiSource, GeneratedProject, GeneratedTask } from '#shared/contract/index.ts'
import type { Config } from '../settings/config.ts'
import type { Clock } from '../deps.ts'
import { createEndpointWriter } from './endpoint-writer.ts'
import { createLocalWriter } from './local/local-writer.ts'

export type WrittenProject = Omit<GeneratedProject, 'source'>

/**
 * The facts about a project that tasks are suggested from. People typed all of it, so it is never treated as
 * instructions.
 */
export type ProjectBrief = {
  title: string
  description: string
  skills: string
  deliverables: string
  estimatedDeadline: string
  budget: string
  weeklyHours: number
  /** The titles of tasks that exist already and must not be suggested again. */
  existingTitles: readonly string[]
}

/**
 * The interface for writing projects and tasks. Errors of every call: 429 when the AI endpoint is overloaded, 503 when
 * it gives no answer or an unusable one.
 */
export interface Writer {
  readonly source: AiSource
  writeProject(prompt: string): Promise<WrittenProject>
  writeTask(prompt: string): Promise<GeneratedTask>
  /** Returns at least one task and at most `max`. */
  suggestTasks(brief: ProjectBrief, max: number): Promise<GeneratedTask[]>
  enhance(task: GeneratedTask, request: string): Promise<string>
}

/** The writer that uses the configured endpoint, or the local generator when none is configured. */
export const createWriter = ({ aiBaseUrl, aiKey, aiModel }: Config, clock: Clock): Writer =>
  aiBaseUrl === undefined
    ? createLocalWriter(clock)
    : createEndpointWriter({ baseUrl: aiBaseUrl, key: aiKey, model: aiModel, clock })
