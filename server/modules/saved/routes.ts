import type { AppDeps } from '../../deps.ts'
import { requireViewer, type Handlers } from '../../http/handlers.ts'
import {
  createSearch,
  listSaved,
  listSearches,
  removeSaved,
  removeSearch,
  saveProject,
  updateSearch,
} from './service.ts'

export const savedProjectsRoutes = (deps: AppDeps): Handlers['savedProjects'] => ({
  list: async (_, context) => ({ data: await listSaved(deps, requireViewer(context)) }),
  add: async ({ params }, context) => {
    await saveProject(deps, requireViewer(context), params.id)
    return { message: 'Saved' }
  },
  remove: async ({ params }, context) => {
    await removeSaved(deps, requireViewer(context), params.id)
    return { message: 'Removed from your saved projects' }
  },
})

export const savedSearchesRoutes = (deps: AppDeps): Handlers['savedSearches'] => ({
  list: async (_, context) => ({ data: await listSearches(deps, requireViewer(context)) }),
  create: async ({ body }, context) => ({ data: await createSearch(deps, requireViewer(context), body) }),
  update: async ({ params, body }, context) => {
    await updateSearch(deps, requireViewer(context), params.id, body)
    return { message: 'The search was changed' }
  },
  remove: async ({ params }, context) => {
    await removeSearch(deps, requireViewer(context), params.id)
    return { message: 'The search was deleted' }
  },
})
