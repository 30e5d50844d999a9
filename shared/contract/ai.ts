import { z } from 'zod'
import { enveloped, freeText, idOf } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import { DONE_WHEN_MAX, doneWhenText, estimateHours } from './task-fields.ts'
import { TASK_TEXT_MAX, TASK_TITLE_MAX } from './task.ts'

export const AI_TIMEOUT_MS = 120_000
export const PROMPT_MAX = 4_000
export const SUGGESTED_TASKS = 5
export const SUGGESTED_TASKS_MAX = 20

/**
 * Who wrote an answer, so that the screen can say so: an AI endpoint (also any other host that does not tell), or our
 * own server, from the person's words and written plans.
 */
const aiSource = z
  .enum(['endpoint', 'local'])
  .default('endpoint')
  .meta({
    description: 'Who wrote it: an AI endpoint, or the server itself, which adds no words of its own.',
    examples: ['local'],
  })
export type AiSource = z.output<typeof aiSource>

/** Our server sends one of these four; any other word from another host counts as the easiest. */
export const complexities = ['hard', 'medium', 'easy', 'white'] as const

export const generatedProject = z
  .object({
    title: z.string().meta(described.projectTitle),
    description: z.string().meta(described.projectText),
    requiredSkills: z.array(z.string()).meta({ description: 'One skill each.', examples: [['React']] }),
    complexity: z
      .string()
      .meta({ description: "hard, medium, easy or white; it selects the project's tier.", examples: ['medium'] }),
    estimatedDeadline: z
      .string()
      .meta({ description: 'YYYY-MM-DD from our server; empty when the prompt names none.', examples: ['2026-03-03'] }),
    budget: z.string().meta({ description: 'As the prompt names it; empty when it names none.', examples: ['3000'] }),
    weeklyHours: z.number().meta({ description: 'Hours a week that a member is expected to give.', examples: [8] }),
    deliverables: z.string().meta({ description: 'One a line.', examples: ['A map\nIts sources'] }),
    tags: z.string().meta({ description: 'Comma-separated.', examples: ['maps, birds'] }),
    source: aiSource,
  })
  .meta({ id: 'GeneratedProject' })
export type GeneratedProject = z.output<typeof generatedProject>

/** The fields of a suggested task; nothing is stored until somebody creates it. */
export const generatedTask = z
  .object({
    title: z.string().max(TASK_TITLE_MAX).meta(described.taskTitle),
    description: z.string().max(TASK_TEXT_MAX).meta(described.taskText),
    doneWhen: z
      .array(doneWhenText)
      .max(DONE_WHEN_MAX)
      .optional()
      .meta({ description: "The lines of 'Done when'; only written plans have them." }),
    estimateHours: estimateHours.optional(),
  })
  .meta({ id: 'GeneratedTask', description: 'Nothing is stored until it is created.' })
export type GeneratedTask = z.output<typeof generatedTask>

const prompt = (missing: string) =>
  freeText
    .min(1, missing)
    .max(PROMPT_MAX, `A prompt has at most ${PROMPT_MAX} characters.`)
    .meta({
      description: 'What is wanted, in words.',
      examples: ['A map of the birds in our city, in React, by March 3, for $3000'],
    })
const taskPrompt = prompt('Please enter a task prompt first.')

/** The failure texts of calls that write tasks: our own for 401, 429 and 5xx, else the server's message. */
const taskFailure = (text: string) =>
  ({
    ...serverMessageOr(text),
    byStatus: {
      401: 'Authentication required. Please log in again.',
      429: 'Too many requests. Please wait a moment and try again.',
      500: 'Server error. Please try again later.',
    },
  }) as const

export const ai = noun('Texts written from a prompt; nothing is stored.', {
  generateProject: endpoint({
    method: 'POST',
    path: '/projects/generate-from-prompt',
    summary: 'Writes a project from a prompt; nothing is stored.',
    policy: 'user',
    scope: 'work',
    body: z.strictObject({ prompt: prompt('Please enter a project prompt first.') }),
    response: enveloped(generatedProject),
    resource: 'generatedProject',
    timeoutMs: AI_TIMEOUT_MS,
    limits: ['ai'],
    // Texts that an AI has written are not stored.
    leaves: [],
    stale: [],
    failure: serverMessageOr('Failed to create project from prompt'),
  }),
  generateTask: endpoint({
    method: 'POST',
    path: '/user-tasks/generate-from-prompt',
    summary: "Writes a task's title and description from a prompt; nothing is stored.",
    policy: 'user',
    scope: 'work',
    body: z.strictObject({ prompt: taskPrompt }),
    response: enveloped(generatedTask.extend({ source: aiSource })),
    timeoutMs: AI_TIMEOUT_MS,
    limits: ['ai'],
    leaves: [],
    stale: [],
    failure: taskFailure('Failed to generate task. Please try again.'),
  }),
  suggestTasks: endpoint({
    method: 'POST',
    path: '/user-tasks/generate-options',
    summary: 'Suggests at most `maxTasks` tasks that a project does not have yet; nothing is stored.',
    policy: 'project.member',
    scope: 'work',
    body: z.strictObject({
      projectId: idOf('the project'),
      maxTasks: z
        .int()
        .min(1)
        .max(SUGGESTED_TASKS_MAX)
        .default(SUGGESTED_TASKS)
        .meta({ description: 'The most tasks to suggest.', examples: [5] }),
    }),
    response: enveloped(
      z.object({
        tasks: z.array(generatedTask).meta({ description: 'What the project does not have yet.' }),
        source: aiSource,
      }),
    ),
    resource: 'generatedTasks',
    timeoutMs: AI_TIMEOUT_MS,
    limits: ['ai'],
    leaves: [],
    stale: [],
    failure: taskFailure('Failed to generate task options. Please try again.'),
  }),
  enhanceDescription: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/enhance-description',
    summary: "Rewrites a task's description as the prompt asks; nothing is stored.",
    policy: 'project.manager',
    scope: 'manage',
    params: z.strictObject({ id: idOf('the task') }),
    body: z.strictObject({ enhancementPrompt: taskPrompt }),
    response: enveloped(
      z.object({
        description: z.string().meta(described.taskText),
        source: aiSource,
      }),
    ),
    timeoutMs: AI_TIMEOUT_MS,
    limits: ['ai'],
    leaves: [],
    stale: [],
    failure: taskFailure('Failed to enhance task description. Please try again.'),
  }),
})
