import { act, configure, render } from '@testing-library/react'
import { App } from '../../src-renderer/app/App.tsx'
import { createRouter } from '../../src-renderer/app/router.ts'
import { startSession, useSession } from '../../src-renderer/lib/session.ts'
import { resetUserType } from '../../src-renderer/lib/user-type.ts'
import { clearScreen } from './clear-screen.ts'
import { host } from './fake-platform.ts'

/** jsdom has no media queries; nothing matches. */
const stubBrowser = () => {
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as unknown as MediaQueryList
  window.scrollTo = () => undefined
}
let isFollowing = false
let current: ReturnType<typeof createRouter> | undefined
// Screens are code of their own; on a busy machine the first one takes a while to arrive.
configure({ asyncUtilTimeout: 10_000 })

/** The whole app at an address, over the fake platform. Signed in when `host.userID` is set. */
export const renderApp = async (path: string) => {
  stubBrowser()
  history.replaceState(null, '', path)
  resetUserType()
  if (!isFollowing) await startSession()
  isFollowing = true
  useSession.setState({ userID: host.userID })
  const router = createRouter()
  current = router
  let view: ReturnType<typeof render> | undefined
  await act(async () => {
    view = render(<App router={router} />)
    await Promise.resolve()
  })
  return { router, path: () => location.pathname + location.search, view }
}

/** Between tests: nothing on the screen, nothing kept. */
export const clearApp = () => {
  clearScreen()
  current?.dispose()
  current = undefined
}
