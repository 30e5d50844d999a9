import type { OperationName } from '#shared/contract/index.ts'
import {
  type CallInput,
  type Cell,
  creates,
  task,
  withBody,
  insideManagers,
  insiders,
  managers,
  members,
  type Row,
  signedIn,
} from './matrix-outcomes.ts'
import { LABEL_ID } from './matrix-world.ts'

const project = ({ project: { id } }: Cell): CallInput => ({ params: { id } })
/** The world's tasks come from no call, so the log does not know them: one with a second version has been touched. */
const otherTask = ({ project: { completedTaskID } }: Cell): CallInput => ({ params: { id: completedTaskID } })
const ownTask = ({ project: { neighbourID } }: Cell): CallInput => ({ params: { id: neighbourID } })
const label = ({ project: { id } }: Cell): CallInput => ({ params: { id, labelID: String(LABEL_ID) } })
const template = ({ project: { id, templateID } }: Cell): CallInput => ({ params: { id, templateID } })

/** The calls about tasks, labels and templates. */
export const taskRows: Readonly<Partial<Record<OperationName, readonly Row[]>>> = {
  'tasks.list': [{ open: signedIn }],
  'tasks.active': [{ open: signedIn }],
  'tasks.byProject': [{ input: ({ project: { id } }) => ({ params: { projectId: id } }), ...members }],
  'tasks.get': [{ input: task, ...insiders }],
  'tasks.create': [
    creates({
      what: 'one to do',
      input: ({ project: { id } }) => ({ body: { projectID: id, title: 'New', description: 'Work.' } }),
      ...members,
    }),
    creates({
      what: 'a completed one',
      input: ({ project: { id } }) => ({ body: { projectID: id, title: 'New', description: 'Work.', status: 4 } }),
      ...managers,
    }),
  ],
  'tasks.update': [
    { what: 'its title', input: withBody(task, { title: 'A better name' }), ...insiders },
    { what: 'its status', input: withBody(task, { status: 2 }), ...insiders },
    { what: 'completes it', input: withBody(task, { status: 4 }), ...insideManagers },
    {
      what: 'takes it out of Completed',
      input: ({ project: { completedTaskID } }) => ({ params: { id: completedTaskID }, body: { status: 2 } }),
      ...insideManagers,
    },
    { what: 'its description', input: withBody(task, { description: 'In three colours.' }), ...insideManagers },
    {
      what: 'its assignee',
      input: (cell) => ({ ...task(cell), body: { assignedToID: cell.people.member.id } }),
      ...insideManagers,
    },
    {
      what: 'due date, priority, labels and estimate of what the member created',
      input: withBody(task, { dueOn: '2026-12-05', priority: 'high', labelIDs: [LABEL_ID], estimateHours: 2.5 }),
      ...insiders,
    },
    {
      what: "its lines of 'Done when'",
      input: withBody(task, { doneWhen: [{ text: 'Three colours' }] }),
      ...insideManagers,
    },
    {
      what: 'its files',
      input: (cell) => ({ ...task(cell), body: { fileIDs: [cell.project.fileID] } }),
      ...insideManagers,
    },
    {
      what: 'what blocks it',
      input: (cell) => ({ ...task(cell), body: { blockedByIDs: [cell.project.neighbourID] } }),
      ...insideManagers,
    },
  ],
  'tasks.tick': [
    {
      what: "a line of a task of the colleague's",
      input: ({ project: { taskID, lineID } }) => ({ params: { id: taskID, lineID }, body: { isDone: true } }),
      ...insideManagers,
    },
  ],
  'tasks.order': [{ input: (cell) => ({ ...task(cell), body: { afterID: cell.project.neighbourID } }), ...insiders }],

  'tasks.remove': [
    { what: 'one that the member created, and others have worked with', input: otherTask, ...insideManagers },
    { what: 'one that the member created, and nobody has touched', input: ownTask, ...insiders },
  ],
  'tasks.restore': [{ what: 'one that is there', input: withBody(task, {}), ...insiders }],
  // Who may not know of a task is told so for this task alone (server/modules/tasks/bulk.test.ts).
  'tasks.bulk': [
    {
      input: ({ project: { taskID } }) => ({ body: { ids: [taskID], change: { priority: 'high' } } }),
      open: signedIn,
    },
  ],
  'tasks.trash': [{ input: project, ...insiders }],
  'tasks.backlog': [{ input: project, ...insiders }],

  'labels.list': [{ input: project, ...insiders }],
  'labels.create': [creates({ input: withBody(project, { name: 'Birds', colour: 'blue' }), ...insideManagers })],
  'labels.update': [{ input: withBody(label, { name: 'Birds' }), ...insideManagers }],
  'labels.remove': [{ input: label, ...insideManagers }],

  'templates.byProject': [{ input: project, ...insiders }],
  'templates.create': [
    creates({
      // One name for each who calls, because a project has each once.
      input: (cell) => ({ ...project(cell), body: { name: cell.actor, title: 'New', description: 'Work.' } }),
      ...insideManagers,
    }),
  ],
  'templates.update': [{ input: withBody(template, { title: 'A better title' }), ...insideManagers }],
  'templates.remove': [{ input: template, ...insideManagers }],

  'projects.analytics': [{ input: project, ...managers }],
  'projects.duplicate': [
    creates({
      input: withBody(project, {}),
      // Whoever copies a project begins one, so an admin must be a creator as well.
      open: '401 403 403 403 403 403 403 200 403',
      hidden: '401 404 403 403 404 403 403 200 404',
    }),
  ],
  'imports.create': [
    creates({
      input: (cell) => ({
        ...project(cell),
        body: {
          idempotencyKey: `import by ${cell.actor}`,
          source: 'csv',
          tasks: [{ title: 'New', description: 'Work.', status: 1 }],
        },
      }),
      ...managers,
    }),
  ],
  'imports.undo': [
    { input: (cell) => ({ params: { id: cell.project.id, importID: cell.project.importID } }), ...managers },
  ],
  'imports.download': [{ input: (cell) => ({ ...project(cell), query: { format: 'csv' } }), ...members }],
}
