import { tellOfDeadlines } from '#server/modules/tasks/deadlines.ts'
import type { createPerson } from './factories.ts'
import type { TestApp } from './server.ts'

type Person = Awaited<ReturnType<typeof createPerson>>
export type Team = { owner: Pick<Person, 'id' | 'api'>; member: Person; id: string; params: { id: string } }
const task = (projectID: string, more: object = {}) => ({ projectID, title: 'A task', description: 'Work.', ...more })

/** The transactions of tasks, labels, templates and copies of projects, for tests/api/transactions.test.ts. */
export const taskTransactions = (server: () => TestApp, team: () => Promise<Team>) => ({
  'a completed task is created for somebody': {
    file: 'modules/tasks/changes.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      return () => owner.api.tasks.create({ body: task(id, { assignedToID: member.id, status: 4 }) })
    },
  },
  'a task is completed, and its reputation given': {
    file: 'modules/tasks/changes.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      const { data } = await owner.api.tasks.create({ body: task(id, { assignedToID: member.id, status: 3 }) })
      return () => owner.api.tasks.update({ params: { id: data.id }, body: { status: 4 } })
    },
  },
  'a completed task is given to somebody else': {
    file: 'modules/tasks/changes.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      const { data } = await owner.api.tasks.create({ body: task(id, { assignedToID: member.id, status: 3 }) })
      await owner.api.tasks.update({ params: { id: data.id }, body: { status: 4 } })
      return () => owner.api.tasks.update({ params: { id: data.id }, body: { assignedToID: owner.id } })
    },
  },
  'a task is placed': {
    file: 'modules/tasks/small-changes.ts',
    prepare: async () => {
      const { owner, id } = await team()
      const { data: below } = await owner.api.tasks.create({ body: task(id) })
      const { data } = await owner.api.tasks.create({ body: task(id) })
      return () => owner.api.tasks.order({ params: { id: data.id }, body: { afterID: below.id } })
    },
  },
  'a project is duplicated': {
    file: 'modules/projects/duplicate.ts',
    prepare: async () => {
      const { owner, id, params } = await team()
      await owner.api.labels.create({ params, body: { name: 'Maps', colour: 'blue' } })
      await owner.api.templates.create({ params, body: { name: 'Survey', title: 'A', description: 'B' } })
      await owner.api.tasks.create({ body: task(id) })
      return () => owner.api.projects.duplicate({ params, body: {} })
    },
  },
  'tasks are imported, with labels and comments': {
    file: 'modules/imports/service.ts',
    prepare: async () => {
      const { owner, member, params } = await team()
      const tasks = [
        { title: 'A', description: 'B', status: 1, labels: ['Maps'], comments: ['C'], assignedToID: member.id },
      ]
      return () => owner.api.imports.create({ params, body: { idempotencyKey: 'one', source: 'csv', tasks } })
    },
  },
  'an import is taken back': {
    file: 'modules/imports/service.ts',
    prepare: async () => {
      const { owner, params } = await team()
      const tasks = [{ title: 'A', description: 'B', status: 1 }]
      const { data } = await owner.api.imports.create({ params, body: { idempotencyKey: 'one', source: 'csv', tasks } })
      return () => owner.api.imports.undo({ params: { ...params, importID: data.id } })
    },
  },
  'a label is deleted, and leaves its task': {
    file: 'modules/tasks/labels.ts',
    prepare: async () => {
      const { owner, id, params } = await team()
      const { data } = await owner.api.labels.create({ params, body: { name: 'Maps', colour: 'teal' } })
      await owner.api.tasks.create({ body: task(id, { labelIDs: [data.id] }) })
      return () => owner.api.labels.remove({ params: { ...params, labelID: data.id } })
    },
  },
  'a template is saved': {
    file: 'modules/tasks/templates.ts',
    prepare: async () => {
      const { owner, params } = await team()
      return () => owner.api.templates.create({ params, body: { name: 'Survey', title: 'A', description: 'B' } })
    },
  },
  'a completed task is deleted, and its reputation taken back': {
    file: 'modules/tasks/trash.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      const { data } = await owner.api.tasks.create({ body: task(id, { assignedToID: member.id, status: 3 }) })
      await owner.api.tasks.update({ params: { id: data.id }, body: { status: 4 } })
      return () => owner.api.tasks.remove({ params: { id: data.id } })
    },
  },
  'a completed task is restored, and its reputation given again': {
    file: 'modules/tasks/trash.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      const { data } = await owner.api.tasks.create({ body: task(id, { assignedToID: member.id, status: 3 }) })
      await owner.api.tasks.update({ params: { id: data.id }, body: { status: 4 } })
      await owner.api.tasks.remove({ params: { id: data.id } })
      return () => owner.api.tasks.restore({ params: { id: data.id }, body: {} })
    },
  },
  'somebody is told of a deadline': {
    file: 'modules/tasks/deadlines.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      // What other tries have left is no part of this one.
      await server().db.updateTable('tasks').set({ due_on: null }).execute()
      await owner.api.tasks.create({ body: task(id, { assignedToID: member.id, dueOn: '2026-01-01' }) })
      return () => tellOfDeadlines(server())
    },
  },
})
