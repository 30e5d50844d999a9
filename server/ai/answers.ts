import { z } from 'zod'
import { complexities, TASK_TEXT_MAX, TASK_TITLE_MAX } from '#shared/contract/index.ts'

/**
 * The shapes in which an AI endpoint must answer. Each is sent with the request as a JSON schema, and the answer is
 * checked against it.
 */
const line = (max: number) => z.string().trim().max(max)
const title = line(TASK_TITLE_MAX).min(1)
const description = line(TASK_TEXT_MAX).min(1)

export const taskAnswer = z.object({ title, description })
export const tasksAnswer = z.object({ tasks: z.array(taskAnswer).min(1).max(50) })
export const descriptionAnswer = z.object({ description })
export const projectAnswer = z.object({
  title,
  description,
  requiredSkills: z.array(line(60).min(1)).max(30),
  complexity: z.enum(complexities),
  estimatedDeadline: z.union([z.iso.date(), z.literal('')]),
  budget: line(100),
  weeklyHours: z.number().min(0).max(168),
  deliverables: z.array(line(500).min(1)).max(30),
  tags: z.array(line(60).min(1)).max(30),
})
