import { type Handlers, requireViewer } from '../http/handlers.ts'
import { OutgoingStream } from '../http/transfer.ts'
import type { Live } from './hub.ts'

export const eventsRoutes = (live: Live): Handlers['events'] => ({
  stream: async ({ query }, context) => new OutgoingStream(await live.open(requireViewer(context), query.after)),
})
