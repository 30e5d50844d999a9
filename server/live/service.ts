import { EVENTS_MAX } from '#shared/contract/index.ts'
import type { AppDeps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import type { RequestContext, Viewer } from '../http/handlers.ts'
import type { Input } from '../http/services.ts'
import { OutgoingStream } from '../http/transfer.ts'
import { limitOf } from '../limits/limit-table.ts'
import { requireWithin } from '../limits/limits.ts'
import type { Live } from './hub.ts'
import { mayAskAbout } from './live-repository.ts'

type Deps = { live: Live } & Pick<AppDeps, 'db' | 'clock'>

const mayAdminister = ({ scopes }: RequestContext): boolean => scopes?.includes('admin') ?? true

const openStream = async (
  { live }: Deps,
  viewer: Viewer,
  { query: { after } }: Input<'events.stream'>,
  context: RequestContext,
): Promise<OutgoingStream> =>
  new OutgoingStream(await live.open(viewer, { after, mayAdminister: mayAdminister(context) }))

/** The frames of the viewer's stream behind a place. Errors: 404 for a project that they may not know of; 429. */
const listEvents = async (
  { live, db, clock }: Deps,
  viewer: Viewer,
  { query: { after, projectID, kinds, wait } }: Input<'events.list'>,
  context: RequestContext,
) => {
  // A call that waits has one of few seats, and asks again when something has happened; one with an old place is not counted either.
  if (wait === 0) await requireWithin(db, clock.now(), limitOf('events', viewer.userID), { isForgettable: true })
  if (projectID !== undefined && !(await mayAskAbout(db, projectID, viewer.userID))) throw notFound('Project not found')
  const wanted: ReadonlySet<string> | undefined = kinds && new Set(kinds)
  const { frames, cursor, isReset } = await live.collect(viewer, {
    after,
    mayAdminister: mayAdminister(context),
    isWanted: (frame) =>
      (projectID === undefined || frame.projectID === projectID) && (wanted?.has(frame.kind) ?? true),
    most: EVENTS_MAX,
    waitMs: wait * 1000,
    over: context.over(),
  })
  return { data: [...frames], nextCursor: cursor, reset: isReset }
}

export const events = { list: listEvents, stream: openStream }
