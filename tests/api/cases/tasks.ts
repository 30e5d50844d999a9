import { any, type CallInput, type Cases, type Cell, text } from '../case.ts'
import { insideManagers, insiders, managers, members, signedIn } from '../rights.ts'
import { LABEL_ID } from '../world.ts'
import { project, task, withBody } from './inputs.ts'

const service = 'modules/tasks/changes.ts'
const trash = 'modules/tasks/trash.ts'
const labels = 'modules/tasks/labels.ts'

const change = (body: object) => withBody(task, body)
/** The member's task that waits for an answer. */
const handedIn = ({ project: { handedInTaskID } }: Cell) => ({ params: { id: handedInTaskID } })
const complete = (cell: Cell) => cell.as('owner').tasks.update({ ...handedIn(cell), body: { status: 4 } })
/** The world's tasks come from no call, so the log does not know them: one with a second version has been touched. */
const touched = ({ project: { completedTaskID } }: Cell): CallInput => ({ params: { id: completedTaskID } })
const untouched = ({ project: { neighbourID } }: Cell): CallInput => ({ params: { id: neighbourID } })
const label = ({ project: { id } }: Cell): CallInput => ({ params: { id, labelID: String(LABEL_ID) } })
const labelled = (labelID: number) => [{ kind: 'project.labels', data: { labelID } }] as const
const template = ({ project: { id, templateID } }: Cell): CallInput => ({ params: { id, templateID } })
const templates =
  (change: 'added' | 'changed' | 'removed') =>
  (_: Cell, { params }: CallInput) =>
    [{ kind: 'project.templates', data: { templateID: params?.['templateID'] ?? any, change } }] as const
const newTask = ({ project: { id } }: Cell, more: object = {}): CallInput => ({
  body: { projectID: id, title: text(), description: text(), ...more },
})
/** The event of the colleague's task. */
const ofTask = ({ project: { taskID } }: Cell) => ({ taskID, of: 'colleague' }) as const

const importCases: Cases = {
  'imports.create': {
    input: ({ actor, project: { id }, people: { member } }) => ({
      params: { id },
      body: {
        idempotencyKey: `import by ${actor}`,
        source: 'csv',
        tasks: [
          { title: text(), description: text(), status: 2, labels: [text()], assignedToID: member.id },
          { title: text(), description: text(), status: 1, comments: [text()] },
        ],
      },
    }),
    may: managers,
    leaves: [
      { kind: 'project.labels', data: { labelID: LABEL_ID + 1 } },
      { kind: 'task.created', of: 'member', data: { status: 2 } },
      { kind: 'task.created', data: { status: 1 } },
      { kind: 'comment.added' },
    ],
    rollsBack: 'modules/imports/service.ts',
  },
  'imports.undo one that brought nothing': {
    input: ({ project: { id, importID } }) => ({ params: { id, importID } }),
    may: managers,
  },
  'imports.undo': {
    input: async ({ project: { id }, as }) => {
      const tasks = [{ title: text(), description: text(), status: 2 }]
      const body = { idempotencyKey: 'one', source: 'csv' as const, tasks }
      return { params: { id, importID: (await as('owner').imports.create({ params: { id }, body })).data.id } }
    },
    leaves: [{ kind: 'task.deleted' }],
    rollsBack: 'modules/imports/service.ts',
  },
  'imports.download': { input: (cell) => ({ ...project(cell), query: { format: 'csv' } }), may: members },
}

/** Calls about tasks, labels, templates and imports. */
export const taskCases: Cases = {
  ...importCases,
  'tasks.list': { may: signedIn },
  'tasks.active': { may: signedIn },
  'tasks.byProject': { input: ({ project: { id } }) => ({ params: { projectId: id } }), may: members },
  'tasks.get': { input: task, may: insiders },
  'tasks.trash': { input: project, may: insiders },
  'tasks.backlog': { input: project, may: insiders },
  'tasks.create one to do': { input: newTask, may: members },
  'tasks.create one in progress for somebody': {
    input: (cell) => newTask(cell, { assignedToID: cell.people.member.id, status: 2 }),
    leaves: [{ kind: 'task.created', of: 'member', taskID: any, data: { status: 2 } }],
  },
  'tasks.create a completed one': { input: (cell) => newTask(cell, { status: 4 }), may: managers },
  'tasks.create a completed one for somebody': {
    input: (cell) => newTask(cell, { assignedToID: cell.people.member.id, status: 4 }),
    rollsBack: service,
  },
  'tasks.update its title': { input: change({ title: 'A better name' }), may: insiders },
  'tasks.update its status': { input: change({ status: 2 }), may: insiders },
  'tasks.update completes it': { input: change({ status: 4 }), may: insideManagers },
  'tasks.update takes it out of Completed': { input: withBody(touched, { status: 2 }), may: insideManagers },
  'tasks.update its description': { input: change({ description: 'In three colours.' }), may: insideManagers },
  'tasks.update its assignee': {
    input: (cell) => change({ assignedToID: cell.people.member.id })(cell),
    may: insideManagers,
  },
  'tasks.update everything': {
    input: (cell) =>
      change({ title: text(), description: text(), status: 4, assignedToID: cell.people.member.id })(cell),
    leaves: ({ project: { taskID }, people: { colleague, member } }) => [
      { kind: 'task.changed', of: 'member', taskID, data: { fields: ['title', 'description'] } },
      { kind: 'task.moved', of: 'member', taskID, data: { from: 1, to: 4 } },
      { kind: 'task.assigned', of: 'member', taskID, data: { from: colleague.id, to: member.id } },
    ],
  },
  'tasks.update due date, priority, labels and estimate of what the member created': {
    input: change({ dueOn: '2026-12-05', priority: 'high', labelIDs: [LABEL_ID], estimateHours: 2.5 }),
    may: insiders,
    leaves: (cell) => [
      {
        kind: 'task.changed',
        ...ofTask(cell),
        data: {
          fields: ['dueOn', 'priority', 'labelIDs', 'estimateHours'],
          dueOn: { from: null, to: '2026-12-05' },
          priority: { from: 'none', to: 'high' },
        },
      },
    ],
  },
  "tasks.update its lines of 'Done when'": {
    input: change({ doneWhen: [{ text: 'Three colours' }] }),
    may: insideManagers,
  },
  'tasks.update its files': {
    input: (cell) => change({ fileIDs: [cell.project.fileID] })(cell),
    may: insideManagers,
  },
  'tasks.update what blocks it': {
    input: (cell) => change({ blockedByIDs: [cell.project.neighbourID] })(cell),
    may: insideManagers,
  },
  'tasks.update accepts what is handed in': {
    input: withBody(handedIn, { status: 4 }),
    leaves: ({ project: { handedInTaskID: taskID } }) => [
      { kind: 'task.moved', of: 'member', taskID, data: { from: 3, to: 4, round: 1 } },
      { kind: 'submission.accepted', of: 'member', taskID, data: { submissionID: any, round: 1 } },
    ],
    rollsBack: service,
  },
  'tasks.update gives a completed one to somebody else': {
    input: async (cell) => {
      await complete(cell)
      return { ...handedIn(cell), body: { assignedToID: cell.people.owner.id } }
    },
    rollsBack: service,
  },
  "tasks.tick a line of the colleague's": {
    input: ({ project: { taskID, lineID } }) => ({ params: { id: taskID, lineID }, body: { isDone: true } }),
    may: insideManagers,
    leaves: (cell) => [{ kind: 'task.changed', ...ofTask(cell), data: { fields: ['doneWhen'] } }],
  },
  'tasks.order': {
    by: 'member',
    input: (cell) => ({ ...untouched(cell), body: { afterID: cell.project.taskID } }),
    may: insiders,
    leaves: ({ project: { neighbourID } }) => [{ kind: 'task.ordered', taskID: neighbourID, data: {} }],
    rollsBack: 'modules/tasks/small-changes.ts',
  },
  'tasks.order into another stage of its status': {
    by: 'member',
    input: async (cell) => {
      const names = ['To do', 'Next'].map((name) => ({ name, status: 1 }))
      await cell.as('owner').stages.replace({ params: { id: cell.project.id }, body: { version: 0, stages: names } })
      return { ...untouched(cell), body: { stageID: 2 } }
    },
    leaves: ({ project: { neighbourID } }) => [
      {
        kind: 'task.staged',
        taskID: neighbourID,
        data: { from: { id: 1, name: 'To do' }, to: { id: 2, name: 'Next' } },
      },
    ],
  },
  'tasks.remove one that the member created, and others have worked with': { input: touched, may: insideManagers },
  'tasks.remove one that the member created, and nobody has touched': { input: untouched, may: insiders },
  'tasks.remove': { input: task, leaves: (cell) => [{ kind: 'task.deleted', ...ofTask(cell), data: {} }] },
  'tasks.remove a completed one, with its reputation': {
    input: async (cell) => {
      await complete(cell)
      return handedIn(cell)
    },
    rollsBack: trash,
  },
  'tasks.restore one that is there': { input: change({}), may: insiders },
  'tasks.restore': {
    input: async (cell) => {
      await cell.as('owner').tasks.remove(task(cell))
      return change({})(cell)
    },
    leaves: (cell) => [{ kind: 'task.restored', ...ofTask(cell), data: {} }],
  },
  'tasks.restore a completed one, with its reputation': {
    input: async (cell) => {
      await complete(cell)
      await cell.as('owner').tasks.remove(handedIn(cell))
      return { ...handedIn(cell), body: {} }
    },
    rollsBack: trash,
  },
  // Who may not know of a task learns so for this task alone (server/modules/tasks/bulk.test.ts).
  'tasks.bulk': {
    input: ({ project: { taskID } }) => ({ body: { ids: [taskID], change: { priority: 'high' } } }),
    may: signedIn,
  },
  'tasks.bulk of three tasks, one of which is so already': {
    by: 'member',
    input: ({ project: { taskID, neighbourID, ownTaskID } }) => ({
      body: { ids: [taskID, neighbourID, ownTaskID], change: { status: 2 } },
    }),
    leaves: ({ project: { taskID, neighbourID } }) =>
      [taskID, neighbourID].map((id) => ({ kind: 'task.moved', taskID: id, data: { from: 1, to: 2 } })),
  },

  'notifications.following': { input: task, may: insiders },
  'notifications.follow': { by: 'member', input: change({}), may: insiders, leaves: 'silently' },
  'notifications.unfollow': { input: task, may: insiders },
  'notifications.unfollow what one follows': {
    input: async (cell) => {
      await cell.as('owner').notifications.follow({ ...task(cell), body: {} })
      return task(cell)
    },
    leaves: 'silently',
  },

  'stages.list': { input: project, may: insiders },
  'stages.replace': {
    input: withBody(project, { version: 0, stages: [] }),
    may: insideManagers,
  },
  'stages.replace with stages': {
    input: withBody(project, {
      version: 0,
      stages: [
        { name: 'Doing', status: 2 },
        { name: 'QA', status: 3, limit: 3 },
      ],
    }),
    leaves: [
      {
        kind: 'project.stages',
        data: {
          version: 1,
          stages: [
            { id: 1, name: 'Doing', status: 2 },
            { id: 2, name: 'QA', status: 3 },
          ],
        },
      },
    ],
    rollsBack: 'modules/tasks/stages.ts',
  },
  'labels.list': { input: project, may: insiders },
  'labels.create': {
    input: (cell) => withBody(project, { name: text(), colour: 'blue' })(cell),
    may: insideManagers,
    leaves: labelled(LABEL_ID + 1),
  },
  'labels.update': {
    input: (cell) => withBody(label, { name: text(), colour: 'red' })(cell),
    may: insideManagers,
    leaves: labelled(LABEL_ID),
  },
  'labels.remove': { input: label, may: insideManagers, leaves: labelled(LABEL_ID) },
  'labels.remove one that a task has': {
    input: async (cell) => {
      await cell.as('owner').tasks.update({ ...task(cell), body: { labelIDs: [LABEL_ID] } })
      return label(cell)
    },
    rollsBack: labels,
  },

  'templates.byProject': { input: project, may: insiders },
  'templates.create': {
    input: (cell) => withBody(project, { name: text(), title: text(), description: text(), doneWhen: [text()] })(cell),
    may: insideManagers,
    leaves: templates('added'),
    rollsBack: 'modules/tasks/templates.ts',
  },
  'templates.update': {
    input: (cell) => withBody(template, { name: text(), title: text(), description: text(), doneWhen: [text()] })(cell),
    may: insideManagers,
    leaves: templates('changed'),
  },
  'templates.remove': { input: template, may: insideManagers, leaves: templates('removed') },
}
