import { partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { platform } from '#platform'
import { NOTICES_CHANGED } from '#shared/contract/events.ts'
import type { LiveFrame } from '#shared/contract/index.ts'
import { keysOfReads, type Subject } from './effects.ts'
import { eventEffects, liveReads } from './event-effects.ts'
import { frameTaker } from './live-frames.ts'
import { forgetLive, useLiveState } from './live-state.ts'
import type { ReadOperation } from './operations.ts'
import { everyInput } from './query.ts'

/** Milliseconds for which frames are gathered, so that many changes at once write each board once. */
const FRAMES_MS = 100
/** Milliseconds for which reads that frames make stale are gathered, so that many changes at once repeat each read once. */
const GATHER_MS = 200
/** Milliseconds for which an open screen of what is dear to count stays as it is: on a busy board each change would count it again. */
const DEAR_MS = 15_000
const dear: ReadonlySet<unknown> = new Set<ReadOperation>(['projects.analytics'])
/** Milliseconds without a stream after which a person sees a note and the screens poll. */
const PATIENCE_MS = 5_000
const POLL_MS = 30_000

/** Makes reads stale, gathered, and repeats those on the screen: dear ones only now and then. */
const staleSoon = (client: QueryClient) => {
  const waiting = new Map<unknown, Map<string, readonly unknown[]>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dearTimer: ReturnType<typeof setTimeout> | undefined
  const readDear = () => {
    dearTimer = undefined
    void client.refetchQueries({ predicate: ({ queryKey: [read] }) => dear.has(read), type: 'active', stale: true })
  }
  const flush = () => {
    timer = undefined
    const keys = new Map([...waiting].map(([read, ofRead]) => [read, [...ofRead.values()]]))
    waiting.clear()
    if ([...keys.keys()].some((read) => dear.has(read))) dearTimer ??= setTimeout(readDear, DEAR_MS)
    // One look at the cache for all keys: a batch of changes has thousands of them.
    const isStale = ({ queryKey }: Query) =>
      keys.get(queryKey[0])?.some((key) => partialMatchKey(queryKey, key)) ?? false
    const isDear = ({ queryKey: [read] }: Query) => dear.has(read)
    void client.invalidateQueries({ predicate: (one) => isDear(one) && isStale(one), refetchType: 'none' })
    void client.invalidateQueries({ predicate: (one) => !isDear(one) && isStale(one), refetchType: 'active' })
  }
  return {
    mark: (reads: readonly ReadOperation[], subject: Subject, others: readonly QueryKey[] = []) => {
      for (const key of [...keysOfReads(reads, subject), ...others]) {
        const ofRead = waiting.get(key[0]) ?? new Map<string, readonly unknown[]>()
        waiting.set(key[0], ofRead.set(JSON.stringify(key), key))
      }
      timer ??= setTimeout(flush, GATHER_MS)
    },
    stop: () => {
      clearTimeout(timer)
      clearTimeout(dearTimer)
    },
  }
}

/** Everything that events can change is read again: at once where it is on the screen. */
const readAllAnew = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: ({ queryKey: [read] }) => liveReads.has(read as ReadOperation) })

/**
 * Reads a board again that was read before the stream began, since a change in between would be missed. It waits for a
 * change that the person is making: an answer from before it would undo it on the screen, and no frame would bring it
 * back.
 */
const catchUp = async (client: QueryClient): Promise<void> => {
  while (client.isMutating() > 0) await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
  await client.invalidateQueries({
    ...everyInput('tasks.byProject'),
    predicate: ({ state }) => state.fetchStatus === 'idle',
  })
}

/** Says that the stream is down when it has been down for a while, and polls until it is back. */
const watch = (client: QueryClient) => {
  let patience: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  const askCapabilities = () => void client.invalidateQueries(everyInput('capabilities.list'))
  const poll = () => {
    if (document.visibilityState === 'hidden') return
    readAllAnew(client)
    askCapabilities()
  }
  const end = () => {
    clearTimeout(patience)
    clearInterval(polling)
    patience = polling = undefined
  }
  return {
    down: () => {
      patience ??= setTimeout(() => {
        useLiveState.setState({ isReconnecting: true })
        polling = setInterval(poll, POLL_MS)
      }, PATIENCE_MS)
    },
    back: () => {
      end()
      if (!useLiveState.getState().isReconnecting) return
      useLiveState.setState({ isReconnecting: false })
      // Another version of the server may have come back.
      askCapabilities()
    },
    end,
  }
}

/**
 * Follows changes for the signed-in person and brings them to the screens: tasks straight into the cached board,
 * everything else by reading again what the table of effects names. Returns the function that stops it. Rejects when
 * code could not be loaded.
 */
export const followLive = async (client: QueryClient, userID: string): Promise<() => void> => {
  const stale = staleSoon(client)
  const stream = watch(client)
  let hasBegun = false

  const takeFrames = frameTaker(client, userID, stale.mark)
  let waiting: LiveFrame[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const takeSoon = (frame: LiveFrame) => {
    waiting.push(frame)
    timer ??= setTimeout(() => {
      timer = undefined
      const frames = waiting
      waiting = []
      takeFrames(frames)
    }, FRAMES_MS)
  }
  stream.down()
  const stop = await platform.live.subscribe(userID, (event) => {
    if (event.type === 'frame') return takeSoon(event.frame)
    if (event.type === 'reset') return readAllAnew(client)
    if (event.state === 'down') return stream.down()
    if (!hasBegun) void catchUp(client)
    // What is marked elsewhere is no event, so that nothing tells of it afterwards.
    stale.mark(eventEffects[NOTICES_CHANGED], {})
    hasBegun = true
    stream.back()
  })
  useLiveState.setState({ isFollowing: true })
  return () => {
    stop()
    clearTimeout(timer)
    stale.stop()
    stream.end()
    forgetLive()
  }
}
