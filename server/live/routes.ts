import type { Handlers } from '../http/handlers.ts'
import { OutgoingStream } from '../http/transfer.ts'
import type { Live } from './hub.ts'

export const eventsRoutes = (live: Live): Handlers['events'] => ({
  stream: async () => new OutgoingStream(await live.open()),
})
