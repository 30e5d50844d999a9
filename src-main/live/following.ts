import type { Changes } from '#shared/api-client/changes.ts'
import type { OpenStream } from '#shared/api-client/event-stream.ts'
import { followEvents, type LiveEvent } from '#shared/api-client/follow-events.ts'
import type { SessionEvent, Transport } from '#shared/api-client/index.ts'
import type { LiveMessage } from '#shared/bridge/index.ts'
import type { Capability } from '#shared/contract/index.ts'
import { watchCapabilities } from './capabilities.ts'

/** Something that is done for the signed-in person while the server can do it. */
export type Follower = {
  begin: (userID: string, able: ReadonlySet<Capability>) => void
  /** Something happened, or the stream is up again after an interruption. */
  changed: (event: LiveEvent) => void
  /** The person signed out, another one signed in, or the server can do it no more. */
  end: () => void
}

/**
 * Follows changes for the signed-in person, from sign-in to sign-out: one stream for the whole app, which outlives the
 * pages. `tell` hands a message to the page, if there is one.
 */
export const createFollowing = (parts: {
  send: Transport
  changes: Pick<Changes, 'note'>
  tell: (message: LiveMessage) => void
  follower?: Follower
}) => {
  let person: { userID: string; capabilities: ReturnType<typeof watchCapabilities> } | null = null
  let stream: OpenStream | null = null
  /** Whether there is a page that follows: one that was left or has crashed hears nothing. */
  let isFollowed = false
  let cursor: string | null = null
  let state: 'live' | 'down' = 'down'

  const take = (userID: string, event: LiveEvent): void => {
    cursor = event.cursor ?? cursor
    if (event.type === 'state') state = event.state
    // What changed before the stream was live is read now.
    if (event.type !== 'state' || event.state === 'live') parts.changes.note()
    if (event.type === 'state' && event.state === 'down') person?.capabilities.askAgain()
    if (isFollowed) parts.tell({ userID, event })
    parts.follower?.changed(event)
  }
  const stopStream = (): void => {
    stream?.stop()
    stream = null
    state = 'down'
  }
  const able = (userID: string, can: ReadonlySet<Capability>): void => {
    if (!can.has('live')) stopStream()
    else
      stream ??= followEvents(parts.send, cursor, (event) => {
        // The stream of a person who has left may still say something while it ends.
        if (person?.userID === userID) take(userID, event)
      })
    parts.follower?.begin(userID, can)
  }
  const leave = (): void => {
    person?.capabilities.stop()
    person = null
    stopStream()
    cursor = null
  }
  const enter = (userID: string): void => {
    leave()
    person = { userID, capabilities: watchCapabilities(parts.send, (can) => able(userID, can)) }
  }

  return {
    /** Begins with the person whose session was kept; null when nobody is signed in. */
    begin: (userID: string | null): void => {
      if (userID !== null) enter(userID)
    },
    heardOfSession: (event: SessionEvent): void => {
      if (event.type === 'ending') return
      leave()
      parts.follower?.end()
      if (event.type === 'signedIn') enter(event.userID)
    },
    /** A page follows from now on: it learns how the stream is. Its look at the network is worth one of ours. */
    pageFollows: (): void => {
      isFollowed = true
      if (person && stream) parts.tell({ userID: person.userID, event: { type: 'state', state, cursor } })
      stream?.wake()
    },
    /** The page is gone (reloaded, crashed). The next one reads everything again and says that it follows. */
    pageLeft: (): void => void (isFollowed = false),
    /** The device woke up, or the network is back. */
    wake: (): void => {
      person?.capabilities.askAgain()
      stream?.wake()
    },
    /** The app ends: what was shown stays, so that a click can start the app again. */
    stop: leave,
  }
}
export type LiveFollowing = ReturnType<typeof createFollowing>
