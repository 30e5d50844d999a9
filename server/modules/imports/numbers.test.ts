import { expect, test } from 'vitest'
import { exportedProject, type ImportedTask } from '#shared/contract/index.ts'
import { guessColumns } from '#shared/rules/import/columns.ts'
import { partsOf } from '#shared/rules/import/parts.ts'
import { planOf } from '#shared/rules/import/plan.ts'
import { draftsOfProject } from '#shared/rules/import/project.ts'
import { draftsOf } from '#shared/rules/import/rows.ts'
import { readTable } from '#shared/rules/import/table.ts'
import { createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
const team = async () => {
  const { user, accessToken } = await createUser(server)
  const api = server.client(accessToken)
  const { id } = await createProject(server, user.id)
  const board = async () => (await api.tasks.byProject({ params: { projectId: id }, query: {} })).data
  const ofTitle = async (title: string) => {
    const found = (await board()).find((one) => one.title === title)
    return (await api.tasks.get({ params: { id: found?.id ?? '' } })).data
  }
  const exported = async (format: 'csv' | 'json') => {
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await fetch(`${server.origin}/api/projects/${id}/export?format=${format}`, { headers })).text()
  }
  return { user, api, id, params: { id }, board, ofTitle, exported }
}
const task = (title: string, more: Partial<ImportedTask> = {}): ImportedTask => ({ title, description: 'Work.', status: 1, ...more }) // prettier-ignore

test('[MOVE-22] a number in a text names the task that had it in the file, or nothing', async () => {
  const { api, id, params, ofTitle } = await team()
  for (const title of ['One', 'Two']) await api.tasks.create({ body: { title, description: 'x', projectID: id } })
  const tasks = [
    task('A', { description: 'After #8, not #1.', comments: ['See #8 and #2.'] }),
    task('B', { description: 'Before #7.' }),
  ]
  const numbers = [{ written: 7, place: 0 }, { written: 8, place: 1 }] // prettier-ignore
  await api.imports.create({ params, body: { idempotencyKey: 'k', source: 'csv', tasks, total: 2, numbers } })
  const a = await ofTitle('A')
  expect([a.description, (await ofTitle('B')).description]).toEqual(['After #4, not #\u20601.', 'Before #3.'])
  const { data } = await api.comments.list({ params: { id: a.id }, query: {} })
  expect(data[0]?.tasks.map(({ taskId }) => taskId)).toEqual(['4'])
})

test('[MOVE-22] a text may name a task of a later part, whose number is kept free until it comes', async () => {
  const { api, id, params, ofTitle } = await team()
  const part = async (key: string, tasks: ImportedTask[], numbers: Array<{ written: number; place: number }>, continues?: string) => // prettier-ignore
    api.imports.create({ params, body: { idempotencyKey: key, source: 'csv', tasks, total: 3, numbers, ...(continues && { continues }) } }) // prettier-ignore
  const { data } = await part('k.1', [task('A', { description: 'Then #30.' }), task('B')], [{ written: 30, place: 2 }])
  // Somebody adds a task between the parts.
  const { data: between } = await api.tasks.create({ body: { title: 'Between', description: 'x', projectID: id } })
  const last = () => part('k.2', [task('C', { description: 'After #10.' })], [{ written: 10, place: 0 }], data.id)
  const { data: second } = await last()
  expect((await last()).data).toEqual(second)
  expect([between.taskId, (await ofTitle('C')).taskId]).toEqual(['4', '3'])
  expect([(await ofTitle('A')).description, (await ofTitle('C')).description]).toEqual(['Then #3.', 'After #1.'])
})

test('[MOVE-30] more tasks than the first part has announced get the next numbers, and nothing fails', async () => {
  const { api, id, params, ofTitle } = await team()
  const body = { source: 'csv' as const, total: 1, numbers: [] }
  const { data } = await api.imports.create({ params, body: { ...body, idempotencyKey: 'k.1', tasks: [task('A')] } })
  await api.tasks.create({ body: { title: 'Between', description: 'x', projectID: id } })
  const more = { ...body, idempotencyKey: 'k.2', tasks: [task('B')], continues: data.id, total: 9 }
  await api.imports.create({ params, body: more })
  expect([(await ofTitle('Between')).taskId, (await ofTitle('B')).taskId]).toEqual(['2', '3'])
})

test.each(['csv', 'json'] as const)(
  '[MOVE-12] a board with stages, exported as %s and read back, is the same board',
  async (format) => {
    const one = await team()
    const stages = [{ name: 'Ready', status: 1 }, { name: 'Harbour', status: 1 }, { name: 'QA', status: 3 }] // prettier-ignore
    await one.api.stages.replace({ params: one.params, body: { stages, version: 0 } })
    const tasks = [task('A', { stage: 'Harbour', priority: 'high' }), task('B', { stage: 'Ready' }), task('C', { stage: 'QA', status: 3, dueOn: '2027-01-31' }), task('D', { status: 2 })] // prettier-ignore
    await one.api.imports.create({ params: one.params, body: { idempotencyKey: 'k', source: 'csv', tasks } })
    const text = await one.exported(format)
    const table = format === 'csv' ? readTable(text) : null
    const drafts = table ? draftsOf(table, guessColumns(table.columns)) : draftsOfProject(JSON.parse(text))
    const plan = planOf(drafts, { members: [], labels: [], lists: 'stages' })
    expect(plan.refused).toEqual([])
    const other = await team()
    await other.api.stages.replace({ params: other.params, body: { stages: plan.stages, version: 0 } })
    const { parts, total } = partsOf(plan)
    const { tasks: sent = [], numbers = [] } = parts[0] ?? {}
    await other.api.imports.create({ params: other.params, body: { idempotencyKey: 'k', source: 'project', tasks: [...sent], total, numbers: [...numbers] } }) // prettier-ignore
    const same = (exported: string) => {
      const { stages: columns, tasks: all } = exportedProject.parse(JSON.parse(exported))
      const names = columns?.map(({ name }) => name)
      return { names: format === 'json' ? names : names?.toSorted(), tasks: all.map(({ title, status, stage, priority, dueOn }) => ({ title, status, stage, priority, dueOn })) } // prettier-ignore
    }
    expect(same(await other.exported('json'))).toEqual(same(await one.exported('json')))
  },
)
