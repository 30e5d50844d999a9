import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import { createBoards } from './boards.ts'
import * as service from './service.ts'

export const tasksRoutes = (deps: AppDeps): Handlers['tasks'] => {
  const readBoard = createBoards(deps)
  return {
    list: ({ query }, context) => service.listOwnTasks(deps, requireViewer(context), query),
    active: async ({ query }, context) => ({
      data: await service.listActiveTasks(deps, requireViewer(context), query.limit),
    }),
    byProject: ({ params, query }, context) =>
      readBoard(requireViewer(context), { projectID: params.projectId, ...query }, context.knownTags),
    get: async ({ params }, context) => ({ data: await service.getTask(deps, requireViewer(context), params.id) }),
    create: async ({ body }, context) => ({ data: await service.createTask(deps, requireViewer(context), body) }),
    update: async ({ params, body }, context) => ({
      data: await service.updateTask(deps, requireViewer(context), params.id, body),
    }),
  }
}
