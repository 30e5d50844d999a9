import { expect, test } from 'vitest'
import { createClient, failedReply, isApiError, type Reply } from './index.ts'

const answering = (reply: Reply) => createClient(() => Promise.resolve(reply)).ai
const id = '01890000-0000-7000-8000-000000000001'
const textOf = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(
    () => new Error('the call did not fail'),
    (reason: unknown) => reason,
  )
  return isApiError(error) ? error.message : `not an ApiError: ${String(error)}`
}
type Ai = ReturnType<typeof answering>
const taskCalls: ReadonlyArray<readonly [string, string, (ai: Ai) => Promise<unknown>]> = [
  ['[ERR2-04]', 'Failed to generate task. Please try again.', (ai) => ai.generateTask({ body: { prompt: 'x' } })],
  [
    '[ERR2-05]',
    'Failed to generate task options. Please try again.',
    (ai) => ai.suggestTasks({ body: { projectId: id } }),
  ],
  [
    '[ERR2-06]',
    'Failed to enhance task description. Please try again.',
    (ai) => ai.enhanceDescription({ params: { id }, body: { enhancementPrompt: 'x' } }),
  ],
]

test.each(taskCalls)('%s when the call fails otherwise, the server’s message shows, or %j', async (_, text, call) => {
  expect(await textOf(call(answering(failedReply(422, 'X', 'The prompt is too long.'))))).toBe(
    'The prompt is too long.',
  )
  expect(await textOf(call(answering(failedReply(404, 'X'))))).toBe(text)
  expect(await textOf(call(answering(failedReply(0, 'NETWORK'))))).toBe(text)
})

test.each([
  ['[ERR2-01]', 401, 'Authentication required. Please log in again.'],
  ['[ERR2-02]', 429, 'Too many requests. Please wait a moment and try again.'],
  ['[ERR2-03]', 500, 'Server error. Please try again later.'],
  ['[ERR2-03]', 503, 'Server error. Please try again later.'],
])('%s an AI task call answered %d gives its fixed text, whatever the server said', async (_, status, text) => {
  for (const [, , call] of taskCalls)
    expect(await textOf(call(answering(failedReply(status, 'X', 'The server said so.'))))).toBe(text)
})

test("[ERR2-11] a project generation that fails shows the server's message, or the call's own text", async () => {
  const generate = (reply: Reply) => textOf(answering(reply).generateProject({ body: { prompt: 'x' } }))
  expect(await generate(failedReply(503, 'X', 'The AI service does not answer.'))).toBe(
    'The AI service does not answer.',
  )
  expect(await generate(failedReply(500, 'X'))).toBe('Failed to create project from prompt')
})

const project = {
  title: 'A map',
  description: 'Of the harbour.',
  requiredSkills: ['GIS', 'React'],
  complexity: 'hard',
  estimatedDeadline: '2027-03-03',
  budget: '3000',
  weeklyHours: 8,
  deliverables: 'The map\nA legend',
  tags: 'map, harbour',
}
const loose = {
  ...project,
  requiredSkills: 'GIS, React',
  budget: 3000,
  weeklyHours: '8',
  tags: ['map', 'harbour'],
  deliverables: ['The map', 'A legend'],
}

test.each([
  ['an object', { data: project }],
  ['JSON text in an envelope', { data: JSON.stringify(project) }],
  ['JSON text by itself', JSON.stringify(project)],
  ['an object without an envelope', project],
  ['lists and texts the other way round', { data: loose }],
])('[WIZ-10] an AI project result that is %s is read as the same project', async (_, data) => {
  const reply = { ok: true, status: 200, data } as const
  const { data: read } = await answering(reply).generateProject({ body: { prompt: 'x' } })
  // An answer of another host that does not name its writer counts as written by an AI.
  expect(read).toEqual({ ...project, source: 'endpoint' })
})

test('suggested tasks are read with and without their wrapping', async () => {
  const tasks = [{ title: 'A', description: 'B' }]
  for (const data of [tasks, { tasks }, { data: tasks }, { data: { tasks } }]) {
    const reply = { ok: true, status: 200, data } as const
    expect((await answering(reply).suggestTasks({ body: { projectId: id } })).data.tasks).toEqual(tasks)
  }
})
