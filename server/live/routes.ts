import { type Handlers, requireViewer } from '../http/handlers.ts'
import { OutgoingStream } from '../http/transfer.ts'
import type { Live } from './hub.ts'

export const eventsRoutes = (live: Live): Handlers['events'] => ({
  stream: async ({ query: { after } }, context) => {
    const mayAdminister = context.scopes?.includes('admin') ?? true
    return new OutgoingStream(await live.open(requireViewer(context), { after, mayAdminister }))
  },
})
