import { generateKeyBetween } from 'fractional-indexing'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Stage, Task } from '#shared/contract/index.ts'
import { readStages } from '#data/stages.ts'
import { projectTasksQuery, readTask, scopeOfMoves, taskQuery, writeTask } from '#data/tasks.ts'
import { sayDone } from '#data/undo.ts'
import { beginAct } from '#data/undo-log.ts'
import { markStale } from '#data/use-call.ts'
import { api, isApiError } from '#lib/api.ts'
import { toast } from '#lib/toast.ts'
import type { Beside } from '#ui/board/board-types.ts'
import { newerTask } from '#data/stale-task.ts'
import { columnIDOf, type Destination, isElsewhere, placeName } from './columns.ts'
import { inColumn, quoted } from './task-rules.ts'

/** The task as the screen has it: on the board, or alone beside the inbox. */
const readShown = (client: QueryClient, task: Task): Task | undefined =>
  readTask(client, task) ?? client.getQueryData(taskQuery(client, task.projectID, task.id).queryKey)?.data

const update = async (id: string, body: { status: number; version?: number }) =>
  (await api.tasks.update({ params: { id }, body })).data
type Order = Parameters<typeof api.tasks.order>[0]['body']
const order = async (id: string, body: Order) => (await api.tasks.order({ params: { id }, body })).data

/**
 * Sends where the task goes, based on the version we know. If somebody else has changed another field, sends the move
 * once more, based on the newer version.
 */
const send = async (
  client: QueryClient,
  stages: readonly Stage[],
  task: Task,
  { status, stageID }: Destination,
): Promise<Task> => {
  const write = (version: number | undefined) => {
    const based = version !== undefined && { version }
    return stageID === undefined ? update(task.id, { status, ...based }) : order(task.id, { stageID, ...based })
  }
  try {
    return await write(readShown(client, task)?.version)
  } catch (error) {
    const newer = newerTask(error)
    if (!newer?.version || columnIDOf(stages, newer) !== columnIDOf(stages, task)) throw error
    return write(newer.version)
  }
}

const place = (task: Task, { status, stageID }: Destination, beside: Beside): Promise<Task> => {
  const to = stageID === undefined ? status !== task.status && { status } : { stageID }
  return order(task.id, { ...beside, ...to })
}

/** The rank that the server will give the task beside another one, as far as this screen knows the column. */
const rankBeside = (client: QueryClient, task: Task, status: number, beside: Beside): string | undefined => {
  const column = (client.getQueryData(projectTasksQuery(task.projectID).queryKey)?.data ?? [])
    .filter((one) => one.status === status && one.id !== task.id)
    .sort(inColumn)
  const at = column.findIndex(({ id }) => id === ('afterID' in beside ? beside.afterID : beside.beforeID))
  const next = 'afterID' in beside ? at + 1 : at
  try {
    return generateKeyBetween(column[next - 1]?.rank, column[next]?.rank)
  } catch {
    // The neighbour has just been moved itself, and waits for its own rank.
    return undefined
  }
}

/** Says of a move that failed where the task is now. */
const sayFailure = (stages: readonly Stage[], task: Task, error: unknown, newer: Task | null): void => {
  // The client has already shown a 403 and moved the person.
  if (isApiError(error) && error.status === 403) return
  const reason = isApiError(error) ? error.serverMessage : ''
  toast(
    newer
      ? `Somebody else has changed ${quoted(newer.title)} meanwhile: it is in ${placeName(stages, newer)} now.`
      : `Failed to update task: ${quoted(task.title)} is back in ${placeName(stages, task)}. ${reason}`.trim(),
    'error',
  )
}

/** The part of a task that says where it is on the board. */
const placeOf = ({ status, stageID, rank }: Task) => ({
  status,
  stageID: stageID ?? null,
  ...(rank !== undefined && { rank }),
})
/** The task at the top of its column, where the server puts it: no rank comes before the empty one. */
const atTop = (task: Task): Task => (task.rank === undefined ? task : { ...task, rank: '' })

/**
 * Moves a task to another status or stage, at the top of the column or beside another card; within its column it only
 * changes place. The screen shows the move at once, and takes it back on failure. Moves of one task are sent one after
 * the other, each based on the previous answer. Resolves with null when the server has the move, and on failure with a
 * sentence that says where the task is.
 */
export const useMoveTask = (): ((task: Task, to: Destination, beside?: Beside) => Promise<string | null>) => {
  const client = useQueryClient()
  return useCallback(
    (task, to, beside) => {
      const { queryKey } = projectTasksQuery(task.projectID)
      const stages = readStages(client, task.projectID)
      const isAway = (shown: Task) => isElsewhere(stages, shown, to)
      const whereItIs = (shown: Task) => `The move failed. ${shown.title} is in ${placeName(stages, shown)}.`
      /** Changes the shown task, unless the person has moved it again since. */
      const whileHere = (change: (shown: Task) => Task) => {
        const shown = readShown(client, task)
        if (shown && !isAway(shown)) writeTask(client, change(shown))
      }
      const now = readShown(client, task)
      // Somebody else has moved it while it was carried: as after a refusal of the server, it goes where it is now.
      if (now && columnIDOf(stages, now) !== columnIDOf(stages, task)) {
        sayFailure(stages, task, null, now)
        return Promise.resolve(whereItIs(now))
      }
      // An answer under way would overwrite the state that is shown next.
      void client.cancelQueries({ queryKey })
      const isMoved = isAway(task)
      const hasOtherStatus = to.status !== task.status
      const rank = beside && rankBeside(client, task, to.status, beside)
      const moved: Task = {
        ...(now ?? task),
        ...(isMoved && { status: to.status, stageID: to.stageID ?? null, updatedAt: new Date().toISOString() }),
      }
      const written = rank === undefined ? atTop(moved) : { ...moved, rank }
      writeTask(client, written)
      const act = beginAct()
      const mutation = client.getMutationCache().build(client, {
        scope: scopeOfMoves(task.id),
        networkMode: 'always',
        mutationFn: () =>
          beside ? place(task, isMoved ? to : { status: task.status }, beside) : send(client, stages, task, to),
        onSuccess: (saved: Task) => {
          const shown = readShown(client, task)
          // The person has moved it on since: the next answer says where it is.
          const isMovedOn = shown && (isAway(shown) || shown.rank !== written.rank)
          writeTask(client, isMovedOn ? { ...saved, ...placeOf(shown) } : saved)
          if (act.done([{ before: now ?? task, after: saved, fields: hasOtherStatus ? ['status'] : [] }]))
            sayDone(client, isMoved ? `Moved to ${placeName(stages, saved)}.` : 'Moved.')
        },
        onError: (error: unknown) => {
          act.failed()
          const newer = newerTask(error)
          whileHere((shown) => newer ?? { ...shown, ...placeOf(task), updatedAt: task.updatedAt })
          sayFailure(stages, task, error, newer)
        },
        onSettled: (_saved: Task | undefined, error: unknown) =>
          markStale(
            client,
            isMoved ? 'tasks.update' : 'tasks.order',
            { projectID: task.projectID, taskID: task.id },
            // When the neighbour has left the column in the meantime, the person sees the column as it is now.
            beside && error ? 'active' : 'none',
          ),
      })
      return mutation.execute(undefined).then(
        () => null,
        () => whereItIs(readShown(client, task) ?? task),
      )
    },
    [client],
  )
}
