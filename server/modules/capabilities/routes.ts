import { type Capability } from '../../../shared/contract/index.ts'
import type { Handlers } from '../../http/handlers.ts'

/** What this server can do; a name joins the list when all of its calls work. */
const offered: readonly Capability[] = [
  'inbox',
  'live',
  'talk',
  'tasks2',
  'review',
  'work',
  'search',
  'import',
  'account',
  'people',
  'reputation',
  'clock',
  'tokens',
  'profile',
]

export const capabilitiesRoutes = (): Handlers['capabilities'] => ({
  list: async () => ({ data: [...offered] }),
})
