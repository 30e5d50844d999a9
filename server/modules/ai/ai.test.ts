import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AiEndpoint, answering, failing, startAiEndpoint } from '#support/ai-endpoint.ts'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { fillLimit } from '#support/fill-limit.ts'
import { refused } from '#support/refusal.ts'
import { startTestApp, type TestApp, testApp } from '#support/server.ts'
import { limitOf } from '#server/limits/limit-table.ts'

const server = testApp()
let withEndpoint: TestApp
let endpoint: AiEndpoint
beforeAll(async () => {
  endpoint = await startAiEndpoint()
  const config = { aiBaseUrl: endpoint.url, aiKey: 'k', aiModel: 'm' }
  withEndpoint = await startTestApp({ url: server.databaseUrl, clock: server.clock, config })
})
afterAll(async () => {
  await withEndpoint.close()
  await endpoint.close()
})

const person = async () => {
  const { user, accessToken } = await createUser(server)
  return { ...user, api: server.client(accessToken).ai, remote: withEndpoint.client(accessToken).ai }
}
const team = async () => {
  const [owner, member, stranger] = await Promise.all([person(), person(), person()])
  const { id } = await createProject(server, owner.id, {
    title: 'Harbour map',
    description: 'A map with tides, berths and depths.',
    skills: 'GIS, React',
    status: 0,
  })
  await createMembership(server, id, member.id)
  const taskID = uuidv7()
  const task = { id: taskID, project_id: id, task_number: 1, title: 'Draw berths', description: 'All of them.' }
  await server.db.insertInto('tasks').values(task).execute()
  return { owner, member, stranger, projectId: id, params: { id: taskID } }
}

describe('without an endpoint', () => {
  test('[WIRE2-19] [DEMO-15] without an AI service a project takes from a prompt what is certain, with every field in place', async () => {
    const { api } = await person()
    const { data } = await api.generateProject({
      body: { prompt: 'A tide table app, $500, 5 hours a week, by 2028-05-01' },
    })
    expect(data).toMatchObject({
      title: '',
      description: 'A tide table app, $500, 5 hours a week, by 2028-05-01',
      budget: '500',
      weeklyHours: 5,
      estimatedDeadline: '2028-05-01',
      source: 'local',
    })
    expect(Array.isArray(data.requiredSkills)).toBe(true)
    expect(['hard', 'medium', 'easy', 'white']).toContain(data.complexity)
    expect([data.tags, data.deliverables]).toEqual(['', ''])
  })

  test('[WIRE2-45] a task is generated from a prompt, with title and description', async () => {
    const { api } = await person()
    const { data } = await api.generateTask({ body: { prompt: 'Fix the tide table. It is an hour late.' } })
    expect(data).toEqual({ title: 'Fix the tide table', description: 'It is an hour late.', source: 'local' })
  })

  test('[WIRE2-46] a project’s members get at most maxTasks suggestions, by default five', async () => {
    const { member, projectId } = await team()
    const { data } = await member.api.suggestTasks({ body: { projectId } })
    expect(data.tasks).toHaveLength(5)
    for (const { doneWhen, estimateHours } of data.tasks) {
      expect(doneWhen?.length).toBeGreaterThan(0)
      expect(estimateHours).toBeGreaterThan(0)
    }
    expect((await member.api.suggestTasks({ body: { projectId, maxTasks: 2 } })).data.tasks).toHaveLength(2)
    for (const maxTasks of [0, 21])
      await expect(member.api.suggestTasks({ body: { projectId, maxTasks } })).rejects.toEqual(refused(422))
  })

  test('[WIRE2-47] owner and admin have a description rewritten; nothing is stored', async () => {
    const { owner, params } = await team()
    const body = { enhancementPrompt: 'As a list, please' }
    expect((await owner.api.enhanceDescription({ params, body })).data.description).toBe('- All of them.')
    const { description } = await server.db
      .selectFrom('tasks')
      .where('id', '=', params.id)
      .select('description')
      .executeTakeFirstOrThrow()
    expect(description).toBe('All of them.')
  })

  test('[WIRE2-46] [WIRE2-47] strangers get a 404 for project and task, and a member may not rewrite (403)', async () => {
    const { member, stranger, projectId, params } = await team()
    const body = { enhancementPrompt: 'Shorter' }
    await expect(stranger.api.suggestTasks({ body: { projectId } })).rejects.toEqual(refused(404))
    await expect(stranger.api.enhanceDescription({ params, body })).rejects.toEqual(refused(404))
    await expect(member.api.enhanceDescription({ params, body: { enhancementPrompt: 'shorter' } })).rejects.toEqual(
      refused(403),
    )
    await expect(server.client().ai.suggestTasks({ body: { projectId } })).rejects.toEqual(refused(401))
  })

  test('a blank prompt and one that is too long are refused with the text of the form', async () => {
    const { api } = await person()
    const missing = refused(422, 'Please enter a project prompt first.')
    await expect(api.generateProject({ body: { prompt: '  ' } })).rejects.toEqual(missing)
    await expect(api.generateTask({ body: { prompt: ' ' } })).rejects.toEqual(
      refused(422, 'Please enter a task prompt first.'),
    )
    await expect(api.generateTask({ body: { prompt: 'x'.repeat(4_001) } })).rejects.toEqual(refused(422))
  })

  test('a person may make twenty AI calls of all kinds in ten minutes; other people are not limited by that', async () => {
    const { owner, member, projectId } = await team()
    for (let call = 0; call < 20; call++) await owner.api.generateTask({ body: { prompt: 'x' } })
    await expect(owner.api.suggestTasks({ body: { projectId } })).rejects.toEqual(
      refused(429, 'Too many requests. Please wait a moment and try again.'),
    )
    await member.api.suggestTasks({ body: { projectId } })
    server.clock.advance(601)
    await owner.api.generateTask({ body: { prompt: 'x' } })
  })

  test('each kind of AI call counts, and whoever may not make it is refused without counting', async () => {
    const { owner, member, stranger, projectId, params } = await team()
    const body = { prompt: 'x' }
    const calls: Array<(api: typeof owner.api) => Promise<unknown>> = [
      (api) => api.generateProject({ body }),
      (api) => api.generateTask({ body }),
      (api) => api.suggestTasks({ body: { projectId } }),
      (api) => api.enhanceDescription({ params, body: { enhancementPrompt: 'shorter' } }),
    ]
    for (const call of calls) {
      await fillLimit(server, limitOf('ai', owner.id), 19)
      await call(owner.api)
      await expect(call(owner.api)).rejects.toMatchObject({ status: 429 })
    }
    await fillLimit(server, limitOf('ai', stranger.id), 20)
    await expect(stranger.api.suggestTasks({ body: { projectId } })).rejects.toMatchObject({ status: 404 })
    await fillLimit(server, limitOf('ai', member.id), 20)
    await expect(
      member.api.enhanceDescription({ params, body: { enhancementPrompt: 'shorter' } }),
    ).rejects.toMatchObject({ status: 403 })
  })
})

describe('with an endpoint', () => {
  test('[DEMO-13] the configured endpoint answers, and the answer says so', async () => {
    const { remote, api } = await person()
    endpoint.prepare(answering({ title: 'Draw tides', description: 'Hourly.' }))
    const { data } = await remote.generateTask({ body: { prompt: 'tides' } })
    expect(data).toEqual({ title: 'Draw tides', description: 'Hourly.', source: 'endpoint' })
    expect((await api.generateTask({ body: { prompt: 'tides' } })).data.source).toBe('local')
  })

  test('the endpoint’s failures reach the caller as 503 and 429, never as a 401 that would sign them out', async () => {
    const { remote } = await person()
    const call = () => remote.generateTask({ body: { prompt: 'tides' } })
    endpoint.prepare(failing(401))
    await expect(call()).rejects.toEqual(refused(503, 'Server error. Please try again later.'))
    endpoint.prepare(failing(429))
    await expect(call()).rejects.toEqual(refused(429))
    endpoint.prepare(answering({ nonsense: true }))
    await expect(call()).rejects.toEqual(refused(503))
  })

  test('the project’s own texts reach the endpoint only as data, in the user message', async () => {
    const { member, projectId } = await team()
    endpoint.prepare(answering({ tasks: [{ title: 'A', description: 'B' }] }))
    const { data } = await member.remote.suggestTasks({ body: { projectId } })
    expect(data).toEqual({ tasks: [{ title: 'A', description: 'B' }], source: 'endpoint' })
    const [rules, user] = endpoint.requests[0]?.body.messages ?? []
    expect(rules?.content).not.toContain('tides')
    expect(JSON.parse(user?.content ?? '')).toMatchObject({
      project: { title: 'Harbour map', skills: 'GIS, React', existingTitles: ['Draw berths'] },
    })
  })
})
