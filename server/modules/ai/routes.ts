import { createWriter } from '../../ai/writer.ts'
import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import * as service from './service.ts'

export const aiRoutes = (appDeps: AppDeps): Handlers['ai'] => {
  const deps = { ...appDeps, writer: createWriter(appDeps.config, appDeps.clock) }
  return {
    generateProject: async ({ body }, context) => ({
      data: await service.generateProject(deps, requireViewer(context), body.prompt),
    }),
    generateTask: async ({ body }, context) => ({
      data: await service.generateTask(deps, requireViewer(context), body.prompt),
    }),
    suggestTasks: async ({ body }, context) => ({
      data: await service.suggestTasks(deps, requireViewer(context), {
        projectID: body.projectId,
        maxTasks: body.maxTasks,
      }),
    }),
    enhanceDescription: async ({ params, body }, context) => ({
      data: await service.enhanceDescription(deps, requireViewer(context), {
        taskID: params.id,
        request: body.enhancementPrompt,
      }),
    }),
  }
}
