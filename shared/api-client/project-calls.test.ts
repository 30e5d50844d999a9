import { expect, test } from 'vitest'
import { emptyProjectDraft } from '../rules/project-draft.ts'
import { type Api, type Call, createClient, failedReply, isApiError } from './index.ts'
import { publishProject, saveDraft, suggestTasks, updateProjectStatus } from './project-calls.ts'

const id = '01890000-0000-7000-8000-000000000001'
const draft = { ...emptyProjectDraft, title: 'A map', description: 'Of the harbour.' }
const textOf = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(
    () => new Error('the call did not fail'),
    (reason: unknown) => reason,
  )
  return isApiError(error) ? error.message : `not an ApiError: ${String(error)}`
}

test.each<[string, string, (api: Api) => Promise<unknown>]>([
  ['[ERR2-13]', 'Failed to update project status', (api) => updateProjectStatus(api, id, 3)],
  ['[ERR2-14]', 'Failed to publish project', (api) => publishProject(api, id)],
  ['[ERR2-15]', 'Failed to save project as draft', (api) => saveDraft(api, draft)],
  ['[ERR2-15]', 'Failed to save project as draft', (api) => saveDraft(api, draft, id)],
  ['[ERR2-17]', 'Failed to get suggested tasks', (api) => suggestTasks(api, id)],
])('%s the call shows the text %j when the server sends no message', async (_, text, call) => {
  for (const status of [0, 409, 429, 500]) {
    expect(await textOf(call(createClient(async () => failedReply(status, 'X'))))).toBe(text)
    expect(await textOf(call(createClient(async () => failedReply(status, 'X', 'The disk is full.'))))).toBe(
      'The disk is full.',
    )
  }
})

test('saving creates a draft or updates the existing one; only publishing changes the status, to 1', async () => {
  const calls: Call[] = []
  const api = createClient(async (call) => {
    calls.push(call)
    return { ok: true, status: 200, data: { data: { id, title: 'A map', description: 'Of the harbour.' } } }
  })
  const saved = await saveDraft(api, draft)
  await saveDraft(api, { ...draft, budget: '10' }, saved.id)
  await publishProject(api, saved.id)
  expect(calls.map(({ operation }) => operation)).toEqual(['projects.create', 'projects.update', 'projects.update'])
  expect(calls[0]?.input).toEqual({ body: { title: 'A map', description: 'Of the harbour.' } })
  expect(calls[1]?.input).toMatchObject({ params: { id }, body: { budget: '10' } })
  expect(calls[1]?.input.body).not.toHaveProperty('status')
  expect(calls[2]?.input).toEqual({ params: { id }, body: { status: 1 } })
})
