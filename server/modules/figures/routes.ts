import type { AppDeps } from '../../deps.ts'
import type { Handlers } from '../../http/handlers.ts'
import { createFigures } from './service.ts'

export const figuresRoutes = (deps: AppDeps): Handlers['figures'] => {
  const figures = createFigures(deps)
  return { get: async () => ({ data: await figures() }) }
}
