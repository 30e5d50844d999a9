import { createBrowserRouter } from 'react-router-dom'
import { setNavigator } from '../lib/navigation.ts'
import { routes } from './routes.tsx'
import { startScrollKeys } from './scroll-key.ts'

/** The app's router over the address bar; from now on code outside React can move the app. */
export const createRouter = () => {
  startScrollKeys()
  const router = createBrowserRouter(routes)
  setNavigator((path, options) => void router.navigate(path, options))
  return router
}
