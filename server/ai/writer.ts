import type { AiSource, GeneratedProject, GeneratedTask } from '../../shared/contract/index.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../deps.ts'
import { createEndpointWriter } from './endpoint-writer.ts'
import { createLocalWriter } from './local/local-writer.ts'

export type WrittenProject = Omit<GeneratedProject, 'source'>

/** What tasks are suggested from; all of it came from people, and is data only. */
export type ProjectBrief = {
  title: string
  description: string
  skills: string
  deliverables: string
  estimatedDeadline: string
  budget: string
  weeklyHours: number
  /** Tasks there are already, not to be suggested again. */
  existingTitles: readonly string[]
}

/**
 * The port for writing projects and tasks. Errors of every call: 429 when the endpoint has too much to do, 503 when it does
 * not answer, or not with anything usable.
 */
export interface Writer {
  readonly source: AiSource
  writeProject(prompt: string): Promise<WrittenProject>
  writeTask(prompt: string): Promise<GeneratedTask>
  /** At most `max`, at least one. */
  suggestTasks(brief: ProjectBrief, max: number): Promise<GeneratedTask[]>
  enhance(task: GeneratedTask, request: string): Promise<string>
}

/** The configured endpoint; without one the local generator. */
export const createWriter = ({ aiBaseUrl, aiKey, aiModel }: Config, clock: Clock): Writer =>
  aiBaseUrl === undefined
    ? createLocalWriter(clock)
    : createEndpointWriter({ baseUrl: aiBaseUrl, key: aiKey, model: aiModel, clock })
