import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useKnownCapability } from '#data/capabilities.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { MarketProjects } from './MarketProjects.tsx'

const OpenTasksView = lazyPart(async () => (await import('./OpenTasksView.tsx')).OpenTasksView)

/** /market: projects, or with `?view=tasks` the open tasks, where the server has them. */
export const MarketPage = () => {
  const [query] = useSearchParams()
  const hasTasks = useKnownCapability('claims')
  if (query.get('view') !== 'tasks' || hasTasks === false) return <MarketProjects />
  return <Suspense>{hasTasks && <OpenTasksView />}</Suspense>
}
