import { createBrowserRouter } from 'react-router-dom'
import { setNavigator } from '../lib/navigation.ts'
import { routes } from './routes.tsx'
import { startScrollKeys } from './scroll-key.ts'

/** Creates the app's router over the address bar, and lets code outside React navigate with it. */
export const createRouter = () => {
  startScrollKeys()
  const router = createBrowserRouter(routes)
  setNavigator(
    (path, options) => void router.navigate(path, options),
    () => router.state.navigation.location?.pathname,
  )
  return router
}
