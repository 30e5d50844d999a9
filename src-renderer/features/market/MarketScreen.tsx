import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useKnownCapability } from '#data/capabilities.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { MarketPage } from './MarketPage.tsx'

const OpenTasksView = lazyPart(async () => (await import('./OpenTasksView.tsx')).OpenTasksView)

/** /market: projects, or with `?view=tasks` the open tasks, where the server has them. */
export const MarketScreen = () => {
  const [query] = useSearchParams()
  const hasTasks = useKnownCapability('claims')
  if (query.get('view') !== 'tasks' || hasTasks === false) return <MarketPage />
  return <Suspense>{hasTasks && <OpenTasksView />}</Suspense>
}
