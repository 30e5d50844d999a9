import type { AppDeps } from '#server/deps.ts'
import { requireViewer, type Handlers } from '#server/http/handlers.ts'
import { changeProject } from './changes.ts'
import { duplicateProject } from './duplicate.ts'
import { createProject, getProject, getUserDetails, listMarket, listOwned, listSimilar } from './service.ts'

/**
 * All calls about projects but `apply` and `remove`, which change people's access, so that the memberships module has them, and
 * `analytics`, which the analytics module has.
 */
export const projectsRoutes = (deps: AppDeps): Omit<Handlers['projects'], 'apply' | 'remove' | 'analytics'> => ({
  openProjects: ({ query }, context) => listMarket(deps, requireViewer(context), query),
  owned: ({ query }, context) => listOwned(deps, requireViewer(context), query.today),
  create: async ({ body }, context) => ({ data: await createProject(deps, requireViewer(context), body) }),
  duplicate: async ({ params, body }, context) => ({
    data: await duplicateProject(deps, requireViewer(context), params.id, body.idempotencyKey),
  }),
  get: async ({ params }, context) => ({ data: await getProject(deps, requireViewer(context), params.id) }),
  similar: async ({ params }, context) => ({ data: await listSimilar(deps, requireViewer(context), params.id) }),
  userDetails: async ({ params }, context) => ({
    data: await getUserDetails(deps, requireViewer(context), params.id),
  }),
  update: async ({ params, body }, context) => ({
    data: await changeProject(deps, requireViewer(context), params.id, body),
  }),
})
