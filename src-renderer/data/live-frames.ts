import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveFrame } from '#shared/contract/index.ts'
import type { Subject } from './effects.ts'
import { eventEffects } from './event-effects.ts'
import { type ForeignChange, markChanged } from './live-state.ts'
import type { ReadOperation } from './operations.ts'
import { query } from './query.ts'
import { type BoardTask, isAsNew, latestTasksQuery, movesUnderWay, openBoards, projectTasksQuery } from './tasks.ts'

/** Milliseconds for which a change of our own counts as one that this tab has made itself. */
const OWN_MS = 10_000

/** Whether this tab is making a change or has just made one: then it knows already what its own frame says. */
const hasJustWritten = (client: QueryClient): boolean =>
  client
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < OWN_MS)

/** The answers of a question about a project, each asked once. */
const onceFor = (ask: (projectID: string) => boolean) => {
  const answers = new Map<string, boolean>()
  return (projectID: string): boolean => {
    const answer = answers.get(projectID) ?? ask(projectID)
    answers.set(projectID, answer)
    return answer
  }
}

/**
 * Returns a function that applies a batch of frames to the screens: tasks straight into the cached boards, each written
 * once per batch; everything else by making stale what the table of effects names.
 */
export const frameTaker = (
  client: QueryClient,
  userID: string,
  markStale: (reads: readonly ReadOperation[], subject: Subject, others?: readonly QueryKey[]) => void,
) => {
  /** What is the same for all frames of a moment. */
  const look = () => ({
    boards: openBoards(client),
    foreign: [] as ForeignChange[],
    hasWritten: hasJustWritten(client),
    isMoving: client.isMutating() > 0,
    isBoardRead: onceFor((id) => client.isFetching({ queryKey: projectTasksQuery(id).queryKey, exact: true }) > 0),
  })
  type Moment = ReturnType<typeof look>

  /** Whether the screens have this state of the task, or a newer one. */
  const isKnown = ({ boards }: Moment, task: BoardTask): boolean => {
    const opened = client.getQueryData(query('tasks.get', { params: { id: task.id } }).queryKey)?.data
    return [boards.find(task), opened].some((known) => known !== undefined && isAsNew(known, task))
  }
  const takeTask = (moment: Moment, task: BoardTask, { kind, actorID }: LiveFrame): void => {
    if (isKnown(moment, task)) return
    const isOwn = actorID === userID
    const subject = { projectID: task.projectID, taskID: task.id }
    const moves = moment.isMoving ? movesUnderWay(client, task.id) : undefined
    // The answer to our own move brings our own change; somebody else's is read once the move is settled.
    if (moves && isOwn) return
    if (moves) return void moves.then(() => markStale(eventEffects[kind], subject))
    const isShown = moment.boards.writeFrame(task)
    if (!isOwn) moment.foreign.push({ id: task.id, version: task.version, actorID })
    else if (!isShown && moment.hasWritten) return
    // The answer of a board that is being read may be older than this frame and would take it back: then it is read again.
    markStale(
      eventEffects[kind].filter((read) => read !== 'tasks.byProject' || moment.isBoardRead(task.projectID)),
      subject,
      // Frames are not written into the list of the latest tasks.
      [latestTasksQuery(task.projectID).queryKey],
    )
  }
  /** An act on many tasks says of none what it is now, so that another tab of ours reads the board; the tab that acted does so already. */
  const isMadeHere = (
    { isMoving, isBoardRead, hasWritten }: Moment,
    { kind, taskID, projectID }: LiveFrame,
  ): boolean =>
    kind.startsWith('task.') && taskID === null && projectID !== null ? isMoving || isBoardRead(projectID) : hasWritten
  const take = (moment: Moment, frame: LiveFrame): void => {
    const { kind, actorID, projectID, taskID, task } = frame
    // A comment makes no new version of its task, so that its frame can be known already.
    if (task && !kind.startsWith('comment.')) return takeTask(moment, task, frame)
    if (task) moment.boards.writeFrame(task)
    if (kind === 'task.deleted' && taskID !== null && projectID !== null) moment.boards.drop({ id: taskID, projectID })
    if (actorID === userID && isMadeHere(moment, frame)) return
    markStale(eventEffects[kind], { projectID: projectID ?? undefined, taskID: taskID ?? undefined })
  }
  return (frames: readonly LiveFrame[]): void => {
    const moment = look()
    for (const frame of frames) take(moment, frame)
    moment.boards.save()
    markChanged(moment.foreign)
  }
}
