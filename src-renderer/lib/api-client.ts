import { platform } from '#platform'
import { createClient } from '#shared/api-client/create-client.ts'
import { noteReply } from './connection.ts'
import { navigateTo, pathAhead } from './navigation.ts'
import { forbiddenTarget, paths } from './paths.ts'
import { toast } from './toast.ts'

/**
 * The app's one client. Unless the call handles its own 403, a 403 takes the person to a page that they may see
 * (`forbiddenTarget`), and an administrator who needs two-step sign-in to where it is switched on. The server's message
 * is shown there as a toast, because the screen that would have shown it is gone.
 */
export const client = createClient(
  async (...call) => {
    const reply = await platform.send(...call)
    noteReply(call[0], reply)
    return reply
  },
  (error, endpoint) => {
    if (error.status !== 403 || endpoint.policy === 'public') return
    const isTwoStep = error.code === 'TWO_STEP_REQUIRED'
    if (endpoint.handlesOwn403 && !isTwoStep) return
    // A page that is being loaded has asked ahead: the answer is about that page, and not about the one before it.
    const ahead = pathAhead()
    const path = ahead ?? location.pathname
    const target = isTwoStep ? paths.settings('account') : forbiddenTarget(path, endpoint.method === 'GET')
    if (!target || target === path) return
    toast(error.message, 'error')
    navigateTo(target, { replace: ahead === undefined })
  },
  // oxlint-disable-next-line no-console -- anyone who misses a row finds here why it is not shown
  (said) => console.warn(said),
)
