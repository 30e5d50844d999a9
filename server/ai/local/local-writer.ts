import type { Clock } from '../../deps.ts'
import type { Writer } from '../writer.ts'
import { rewriteDescription } from './rewrite.ts'
import { writeProject } from './write-project.ts'
import { suggestTasks, writeTask } from './write-tasks.ts'

/**
 * Writes from the prompt's own words by fixed rules, without a model, a network or chance. The same prompt gives the
 * same result on the same day; the clock matters only for days without a year ("by March 3").
 */
export const createLocalWriter = (clock: Clock): Writer => ({
  source: 'local',
  writeProject: async (prompt) => writeProject(prompt, clock.now()),
  writeTask: async (prompt) => writeTask(prompt, clock.now()),
  suggestTasks: async (brief, max) => suggestTasks(brief, max, clock.now()),
  enhance: async (task, request) => rewriteDescription(task, request),
})
