import { limitTable } from '../limits/limit-table.ts'
import { fromOne } from './kinds.ts'
import type { Setting } from './setting.ts'

/** The settings that limit how often one person may make costly calls. */
export const limitSettings = {
  searchLimit: {
    option: 'search-limit',
    environment: ['GUILDHALL_SEARCH_LIMIT'],
    help: 'Searches one person may make in a minute (120).',
    must: 'a whole number from 1',
    schema: fromOne.default(limitTable.search.limit),
  },
  projectLimit: {
    option: 'project-limit',
    environment: ['GUILDHALL_PROJECT_LIMIT'],
    help: 'Projects one person may create, and publish, in an hour (30).',
    must: 'a whole number from 1',
    schema: fromOne.default(limitTable.project.limit),
  },
  taskLimit: {
    option: 'task-limit',
    environment: ['GUILDHALL_TASK_LIMIT'],
    help: 'Tasks one person may create in an hour (600).',
    must: 'a whole number from 1',
    schema: fromOne.default(limitTable.task.limit),
  },
  writeLimit: {
    option: 'write-limit',
    environment: ['GUILDHALL_WRITE_LIMIT'],
    help: 'Changes of any kind one person may make in an hour (3000).',
    must: 'a whole number from 1',
    schema: fromOne.default(limitTable.write.limit),
  },
} as const satisfies Record<string, Setting>
