import { platform } from '#platform'
import type { Capability } from '#shared/contract/index.ts'
import { type Page, type PageName, pages, paths, patternOf } from '#shared/rules/addresses.ts'
import { navigateTo } from '../lib/navigation.ts'

const pageAt = (path: string): Page | undefined => {
  const address = path.replace(/[?#].*$/, '')
  return Object.entries<Page>(pages).find(([name]) => patternOf(name as PageName).test(address))?.[1]
}

/** Asks the server by code that only such links need, so that the sign-in screens do not load it. */
const hasServer = async (capability: Capability): Promise<boolean> =>
  (await import('../data/capabilities.ts')).askCapability(capability)

/** The path, or the landing choice where the server is one that does not have the page. */
const whereToGo = async (path: string): Promise<string> => {
  const { capability } = pageAt(path) ?? {}
  const isThere = capability === undefined || (await hasServer(capability).catch(() => false))
  return isThere ? path : paths.dashboard()
}

/**
 * Opens addresses that arrive from outside the app. The guards keep an address that needs a session until somebody
 * signs in.
 */
export const startDeepLinks = (): void => {
  platform.deepLinks.subscribe((path) => void whereToGo(path).then((to) => navigateTo(to)))
  void platform.deepLinks.take().then(async (path) => {
    if (path) navigateTo(await whereToGo(path), { replace: true })
  })
}
