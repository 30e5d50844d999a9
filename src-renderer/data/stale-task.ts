import { contract, type Task } from '#shared/contract/index.ts'
import { isApiError } from '../lib/api.ts'

const taskSchema = contract.tasks.get.response.shape.data

/** The current task, from an error that refused an edit because it was based on an older version; else null. */
export const newerTask = (error: unknown): Task | null => {
  if (!isApiError(error) || error.status !== 409) return null
  const newer = taskSchema.safeParse(error.newer)
  return newer.success ? newer.data : null
}
