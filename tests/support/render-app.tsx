import { act, configure, render } from '@testing-library/react'
import { App } from '#app/App.tsx'
import { createRouter } from '#app/router.ts'
import { startSession, useSession } from '#lib/session.ts'
import { resetUserType } from '#lib/user-type.ts'
import { clearScreen } from './clear-screen.ts'
import { host } from './fake-platform.ts'

/** Adds media queries, which jsdom does not have; none of them matches. */
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
// The code of a screen is loaded when it is opened, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

/** Renders the whole app at an address, over the fake platform. Somebody is signed in if `host.userID` is set. */
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

/** Cleans up between tests: the screen is empty, and nothing is kept. */
export const clearApp = () => {
  clearScreen()
  current?.dispose()
  current = undefined
}
