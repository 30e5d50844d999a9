import { type EventKind, eventKinds, events } from './events.ts'
import type { OperationName, Stated } from './index.ts'
import { stale } from './stale.ts'

type Read = Stated<'stale'>[number]
/** What a kind of event states about reads: a name that is no call's, or no read's, does not compile. */
type Staleness = { readonly like?: OperationName; readonly stale?: readonly Read[] }

const readsOf = (kind: EventKind): readonly Read[] => {
  const { like, stale: others = [] }: Staleness = events[kind]
  return [...(like ? stale[like] : []), ...others]
}

// In the renderer's bundles this list is data, like that of stale.ts.
/** The reads that each kind of event makes stale, wherever the change was made. */
export const staleByEvent = Object.fromEntries(eventKinds.map((kind) => [kind, readsOf(kind)])) as Readonly<
  Record<EventKind, readonly Read[]>
>
