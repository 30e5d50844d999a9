import { redirect, type RouteObject } from 'react-router-dom'
import type { Capability } from '#shared/contract/index.ts'
import { lazyScreen } from '#lib/lazy-code.tsx'
import { pages, paths } from '#lib/paths.ts'
import { ScreenError } from '../RouteError.tsx'
import { filledSections, sectionsAt } from './sections.ts'

const capabilities = (): Promise<readonly string[]> =>
  import('#data/capabilities.ts').then(
    ({ askCapabilities }) => askCapabilities(),
    () => [],
  )

/** The address of the settings, and of a section that there is not, leads to the first section of this server. */
const toFirstSection = async () => redirect(paths.settings(sectionsAt(await capabilities())[0]))

/** Opens a section where the server has what it needs. */
const onlyWith = (needs: Capability) => async () =>
  (await capabilities()).includes(needs) ? null : await toFirstSection()

/** The viewer's own settings: a frame, and its sections, which are put together of what several features have. */
export const settingsRoutes: RouteObject[] = [
  {
    path: pages.settings.at,
    lazy: lazyScreen(async () => (await import('./SettingsPage.tsx')).SettingsPage),
    children: [
      // The components of these two are never drawn; without one the router warns of an empty page.
      { index: true, loader: toFirstSection, Component: () => null },
      {
        // When a section breaks, the frame around it stays as it is.
        errorElement: <ScreenError />,
        children: [
          ...filledSections.map(({ name, needs, load }) => ({
            path: name,
            lazy: lazyScreen(load),
            ...(needs && { loader: onlyWith(needs) }),
          })),
          { path: ':section', loader: toFirstSection, Component: () => null },
        ],
      },
    ],
  },
]
