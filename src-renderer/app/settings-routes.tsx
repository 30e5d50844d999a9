import type { RouteObject } from 'react-router-dom'
import { lazyScreen } from '../lib/lazy-code.tsx'
import { pages } from '../lib/paths.ts'

/** The viewer's own settings, put together of what several features have. */
export const settingsRoutes: RouteObject[] = [
  {
    path: pages.notificationSettings.at,
    lazy: lazyScreen(async () => (await import('./NotificationSettingsPage.tsx')).NotificationSettingsPage),
  },
  {
    path: pages.keyboardSettings.at,
    lazy: lazyScreen(async () => (await import('./commands/KeyboardSettingsPage.tsx')).KeyboardSettingsPage),
  },
]
