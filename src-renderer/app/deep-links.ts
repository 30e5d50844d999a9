import { platform } from '#platform'
import { navigateTo } from '../lib/navigation.ts'

/** Follows addresses that arrive from outside the app; the guards keep those that need a session until there is one. */
export const startDeepLinks = (): void => {
  platform.deepLinks.subscribe((path) => navigateTo(path))
  void platform.deepLinks.take().then((path) => {
    if (path) navigateTo(path, { replace: true })
  })
}
