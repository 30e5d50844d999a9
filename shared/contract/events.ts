import type { z } from 'zod'
import { declaredEvents } from './events.generated.ts'
import type { EventDef, NoticeRule } from './events/event.ts'

/** Every kind of event, with all there is to say about it: `EventDef` lists it. */
export const events = declaredEvents satisfies Record<string, EventDef>

type Events = typeof events
export type EventKind = keyof Events
export type EventData<K extends EventKind = EventKind> = z.output<Events[K]['data']>
export const eventKinds = Object.keys(events) as EventKind[]

type NamedBy<Rule, K> = Rule extends { readonly as: infer A extends string } ? A : Rule extends NoticeRule ? K : never
/** What a notice calls an event: its kind, or what it means to these people. */
export type NoticeKind =
  | { [K in EventKind]: NamedBy<Events[K]['notices'][number], K> }[EventKind]
  /** Several tasks that one act, such as an import, has given to the person; the notice counts them. */
  | 'tasks.assigned'

/** Sent on a person's stream when their notices have come, gone or been marked; the log does not have it. */
export const NOTICES_CHANGED = 'notices.changed'
export type LiveKind = EventKind | typeof NOTICES_CHANGED
export const liveKinds: readonly LiveKind[] = [...eventKinds, NOTICES_CHANGED]
