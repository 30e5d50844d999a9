import '@fontsource-variable/inter/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startDeepLinks } from './app/deep-links.ts'
import { createRouter } from './app/router.ts'
import { configureAnalytics } from './lib/analytics.ts'
import { leaveKeysToInputMethods } from './lib/composing.ts'
import { keepLostFocus } from './lib/lost-focus.ts'
import { startSession, useSession } from './lib/session.ts'
import { lockScrollUnderModals } from './ui/look/scroll-lock.ts'

// Our content security policy forbids code made from text. This keeps zod, which arrives with the first call, from trying it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root"')

const start = async (): Promise<void> => {
  // The kept session is read first, so that a guarded page does not show the landing page for a moment.
  await startSession()
  configureAnalytics({
    url: import.meta.env.VITE_ANALYTICS_URL,
    key: import.meta.env.VITE_ANALYTICS_KEY,
    distinctId: () => useSession.getState().userID ?? 'anonymous',
  })
  const router = createRouter()
  startDeepLinks()
  lockScrollUnderModals(container)
  leaveKeysToInputMethods()
  keepLostFocus()
  createRoot(container).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  )
}

// No await outside of a function, here or in anything that the page loads: WebKit hands out a module before it has run when two imports
// wait for one that awaits (its bug 242740), and the screens that asked for it break.
void start()
