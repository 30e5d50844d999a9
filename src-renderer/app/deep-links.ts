import { platform } from '#platform'
import { navigateTo } from '../lib/navigation.ts'

/**
 * Opens addresses that arrive from outside the app. The guards keep an address that needs a session until somebody
 * signs in.
 */
export const startDeepLinks = (): void => {
  platform.deepLinks.subscribe((path) => navigateTo(path))
  void platform.deepLinks.take().then((path) => {
    if (path) navigateTo(path, { replace: true })
  })
}
