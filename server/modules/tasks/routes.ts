import type { AppDeps } from '#server/deps.ts'
import { requireCaller, requireViewer, type Handlers } from '#server/http/handlers.ts'
import { listBacklog } from './backlog.ts'
import { createBoards } from './boards.ts'
import { changeMany } from './bulk.ts'
import * as labels from './labels.ts'
import { answerRound, submitForReview } from './review.ts'
import * as service from './service.ts'
import * as templates from './templates.ts'
import * as trash from './trash.ts'
import { orderTask, tickLine } from './small-changes.ts'

export const tasksRoutes = (deps: AppDeps): Handlers['tasks'] => {
  const readBoard = createBoards(deps)
  return {
    list: ({ query }, context) => service.listOwnTasks(deps, requireViewer(context), query),
    active: async ({ query }, context) => ({
      data: await service.listActiveTasks(deps, requireViewer(context), query.limit),
    }),
    byProject: ({ params, query }, context) =>
      readBoard(requireCaller(context), { projectID: params.projectId, ...query }, context.knownTags),
    get: async ({ params }, context) => ({ data: await service.getTask(deps, requireViewer(context), params.id) }),
    create: async ({ body }, context) => ({ data: await service.createTask(deps, requireCaller(context), body) }),
    update: async ({ params, body }, context) => ({
      data: await service.updateTask(deps, requireCaller(context), params.id, body),
    }),
    tick: async ({ params, body }, context) => ({
      data: await tickLine(deps, requireViewer(context), params, body.isDone),
    }),
    remove: async ({ params }, context) => {
      await trash.deleteTask(deps, requireViewer(context), params.id)
      return { message: 'The task is in Trash.' }
    },
    restore: async ({ params }, context) => ({
      data: await trash.restoreTask(deps, requireViewer(context), params.id),
    }),
    bulk: async ({ body }, context) => ({ data: await changeMany(deps, requireViewer(context), body) }),
    backlog: ({ params, query }, context) => listBacklog(deps, requireViewer(context), params.id, query),
    trash: ({ params, query }, context) => trash.listTrash(deps, requireViewer(context), params.id, query),
    order: async ({ params, body }, context) => ({
      data: await orderTask(deps, requireViewer(context), params.id, body),
    }),
  }
}

export const labelsRoutes = (deps: AppDeps): Handlers['labels'] => ({
  list: async ({ params }, context) => ({ data: await labels.listLabels(deps, requireViewer(context), params.id) }),
  create: async ({ params, body }, context) => ({
    data: await labels.createLabel(deps, requireViewer(context), params.id, body),
  }),
  update: async ({ params, body }, context) => ({
    data: await labels.updateLabel(deps, requireViewer(context), params, body),
  }),
  remove: async ({ params }, context) => {
    await labels.removeLabel(deps, requireViewer(context), params)
    return { message: 'The label was deleted.' }
  },
})

export const templatesRoutes = (deps: AppDeps): Handlers['templates'] => ({
  byProject: async ({ params }, context) => ({
    data: await templates.listTemplates(deps, requireViewer(context), params.id),
  }),
  create: async ({ params, body }, context) => ({
    data: await templates.createTemplate(deps, requireViewer(context), params.id, body),
  }),
  update: async ({ params, body }, context) => ({
    data: await templates.updateTemplate(deps, requireViewer(context), params, body),
  }),
  remove: async ({ params }, context) => {
    await templates.removeTemplate(deps, requireViewer(context), params)
    return { message: 'The template was deleted.' }
  },
})

/** The calls of the group `submissions` that change a task together with its review. */
export const reviewRoutes = (deps: AppDeps): Omit<Handlers['submissions'], 'list'> => ({
  create: async ({ params, body }, context) => ({
    data: await submitForReview(deps, requireViewer(context), params.id, body),
  }),
  accept: async ({ params }, context) => ({
    data: await answerRound(deps, requireViewer(context), { taskID: params.id, round: params.n }, 'accept'),
  }),
  changes: async ({ params, body }, context) => ({
    data: await answerRound(deps, requireViewer(context), { taskID: params.id, round: params.n }, 'changes', body.text),
  }),
  withdraw: async ({ params }, context) => ({
    data: await answerRound(deps, requireViewer(context), { taskID: params.id, round: params.n }, 'withdraw'),
  }),
})
