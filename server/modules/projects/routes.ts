import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import { changeProject, deleteProject } from './changes.ts'
import { createProject, getProject, getUserDetails, listMarket, listOwned, listSimilar } from './service.ts'

/** All calls about projects but `apply`, which changes access, so that the memberships module has it. */
export const projectsRoutes = (deps: AppDeps): Omit<Handlers['projects'], 'apply'> => ({
  openProjects: ({ query }, context) => listMarket(deps, requireViewer(context), query),
  owned: (_, context) => listOwned(deps, requireViewer(context)),
  create: async ({ body }, context) => ({ data: await createProject(deps, requireViewer(context), body) }),
  get: async ({ params }, context) => ({ data: await getProject(deps, requireViewer(context), params.id) }),
  similar: async ({ params }, context) => ({ data: await listSimilar(deps, requireViewer(context), params.id) }),
  userDetails: async ({ params }, context) => ({
    data: await getUserDetails(deps, requireViewer(context), params.id),
  }),
  update: async ({ params, body }, context) => ({
    data: await changeProject(deps, requireViewer(context), params.id, body),
  }),
  remove: async ({ params }, context) => {
    await deleteProject(deps, requireViewer(context), params.id)
    return { message: 'The project was deleted.' }
  },
})
