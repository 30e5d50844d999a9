import type { RequestContext, Viewer } from '../http/handlers.ts'
import type { Input } from '../http/services.ts'
import { OutgoingStream } from '../http/transfer.ts'
import type { Live } from './hub.ts'

export const events = {
  stream: async (
    { live }: { live: Live },
    viewer: Viewer,
    { query: { after } }: Input<'events.stream'>,
    { scopes }: RequestContext,
  ): Promise<OutgoingStream> =>
    new OutgoingStream(await live.open(viewer, { after, mayAdminister: scopes?.includes('admin') ?? true })),
}
