import { platform } from '#platform'
import { createClient } from '../../shared/api-client/create-client.ts'
import { noteReply } from './connection.ts'
import { navigateTo } from './navigation.ts'
import { forbiddenTarget } from './paths.ts'
import { toast } from './toast.ts'

/**
 * The app's one client. A 403 moves the person to where they may be (`forbiddenTarget`), unless the call handles its own; what the
 * server said comes along, because the screen that would have shown it is left behind.
 */
export const client = createClient(
  async (...call) => {
    const reply = await platform.send(...call)
    noteReply(call[0], reply)
    return reply
  },
  (error, endpoint) => {
    if (error.status !== 403 || endpoint.policy === 'public' || endpoint.handlesOwn403) return
    const target = forbiddenTarget(location.pathname)
    if (!target || target === location.pathname) return
    toast(error.message, 'error')
    navigateTo(target, { replace: true })
  },
  // eslint-disable-next-line no-console -- whoever misses a row finds here why it is not shown
  (said) => console.warn(said),
)
