import type { QueryClient } from '@tanstack/react-query'
import { platform } from '#platform'
import { NOTICES_CHANGED } from '../../shared/contract/events.ts'
import type { LiveFrame } from '../../shared/contract/index.ts'
import { keysOfReads, type Subject } from './effects.ts'
import { eventEffects, liveReads } from './event-effects.ts'
import { forgetLive, markChanged, useLiveState } from './live-state.ts'
import type { ReadOperation } from './operations.ts'
import { everyInput, query } from './query.ts'
import {
  type BoardTask,
  dropTask,
  isAsNew,
  movesUnderWay,
  projectTasksQuery,
  readTask,
  writeFrameTask,
} from './tasks.ts'

/** Milliseconds for which frames are gathered, so that many changes at once repeat each read once. */
const GATHER_MS = 200
/** Milliseconds for which an open screen of what is dear to count stays as it is: on a busy board each change would count it anew. */
const DEAR_MS = 15_000
const dear: ReadonlySet<unknown> = new Set<ReadOperation>(['projects.analytics'])
/** Milliseconds without a stream after which a person is told and the screens poll. */
const PATIENCE_MS = 5_000
const POLL_MS = 30_000
/** Milliseconds for which a change of our own counts as one that this tab has made itself. */
const OWN_MS = 10_000

/** Makes reads stale, gathered, and repeats those on the screen: dear ones only now and then. */
const staleSoon = (client: QueryClient) => {
  const waiting = new Map<string, readonly unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dearTimer: ReturnType<typeof setTimeout> | undefined
  const readDear = () => {
    dearTimer = undefined
    void client.refetchQueries({ predicate: ({ queryKey: [read] }) => dear.has(read), type: 'active', stale: true })
  }
  const flush = () => {
    timer = undefined
    const keys = [...waiting.values()]
    waiting.clear()
    for (const queryKey of keys) {
      const isDear = dear.has(queryKey[0])
      if (isDear) dearTimer ??= setTimeout(readDear, DEAR_MS)
      void client.invalidateQueries({ queryKey, refetchType: isDear ? 'none' : 'active' })
    }
  }
  return {
    mark: (reads: readonly ReadOperation[], subject: Subject) => {
      for (const key of keysOfReads(reads, subject)) waiting.set(JSON.stringify(key), key)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    stop: () => {
      clearTimeout(timer)
      clearTimeout(dearTimer)
    },
  }
}

/** Whether this tab is making a change or has just made one: then it knows already what its own frame says. */
const hasJustWritten = (client: QueryClient): boolean =>
  client
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < OWN_MS)

/** Whether the screens have this state of the task, or a newer one. */
const isKnown = (client: QueryClient, task: BoardTask): boolean => {
  const opened = client.getQueryData(query('tasks.get', { params: { id: task.id } }).queryKey)?.data
  return [readTask(client, task), opened].some((known) => known !== undefined && isAsNew(known, task))
}

/** Everything that events can change is read anew: at once where it is on the screen. */
const readAllAnew = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: ({ queryKey: [read] }) => liveReads.has(read as ReadOperation) })

/**
 * Reads a board anew that was read before the stream began: a change in between would be missed. A change that the person is
 * making comes first: an answer from before that change would take it back on the screen, and no frame would bring it again.
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
 * Follows changes for the signed-in person and brings them to the screens: tasks straight into the cached board, all
 * else by reading anew what the table of effects says. Answers a function that ends it. Rejects when code did not
 * arrive.
 */
export const followLive = async (client: QueryClient, userID: string): Promise<() => void> => {
  const stale = staleSoon(client)
  const stream = watch(client)
  let hasBegun = false

  const takeTask = (task: BoardTask, { kind, actorID }: LiveFrame) => {
    if (isKnown(client, task)) return
    const isOwn = actorID === userID
    const subject = { projectID: task.projectID, taskID: task.id }
    const moves = movesUnderWay(client, task.id)
    // The answer to our own move brings our own change; somebody else's is read once the move is settled.
    if (moves && isOwn) return
    if (moves) return void moves.then(() => stale.mark(eventEffects[kind], subject))
    const isShown = writeFrameTask(client, task)
    if (!isOwn) markChanged(task, actorID)
    else if (!isShown && hasJustWritten(client)) return
    // The answer of a board that is being read may be older than this frame and would take it back: then it is read anew.
    const isBoardRead = client.isFetching({ queryKey: projectTasksQuery(task.projectID).queryKey }) > 0
    stale.mark(
      eventEffects[kind].filter((read) => isBoardRead || read !== 'tasks.byProject'),
      subject,
    )
  }
  const takeFrame = (frame: LiveFrame) => {
    // What is said about a task is no version of it, so that its frame can be known already.
    const isTalk = frame.kind.startsWith('comment.')
    if (frame.task && !isTalk) return takeTask(frame.task, frame)
    if (frame.task) writeFrameTask(client, frame.task)
    if (frame.kind === 'task.deleted' && frame.taskID !== null && frame.projectID !== null)
      dropTask(client, { id: frame.taskID, projectID: frame.projectID })
    if (frame.actorID === userID && hasJustWritten(client)) return
    stale.mark(eventEffects[frame.kind], { projectID: frame.projectID ?? undefined, taskID: frame.taskID ?? undefined })
  }
  stream.down()
  const stop = await platform.live.subscribe(userID, (event) => {
    if (event.type === 'frame') return takeFrame(event.frame)
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
    stale.stop()
    stream.end()
    forgetLive()
  }
}
