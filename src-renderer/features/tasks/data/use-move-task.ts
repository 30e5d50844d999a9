import { generateKeyBetween } from 'fractional-indexing'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { projectTasksQuery, readTask, scopeOfMoves, taskQuery, writeTask } from '#data/tasks.ts'
import { sayDone } from '#data/undo.ts'
import { beginAct } from '#data/undo-log.ts'
import { markStale } from '#data/use-call.ts'
import { api, isApiError } from '#lib/api.ts'
import { toast } from '#lib/toast.ts'
import type { Beside } from '#ui/board/board-types.ts'
import { newerTask } from '#data/stale-task.ts'
import { inColumn, quoted } from './task-rules.ts'

/** The task as the screen has it: on the board, or alone beside the inbox. */
const readShown = (client: QueryClient, task: Task): Task | undefined =>
  readTask(client, task) ?? client.getQueryData(taskQuery(client, task.projectID, task.id).queryKey)?.data

const update = async (id: string, body: { status: number; version?: number }) =>
  (await api.tasks.update({ params: { id }, body })).data

/**
 * Sends the status, based on the version we know. If somebody else has changed another field, sends the move once more,
 * based on the newer version.
 */
const send = async (client: QueryClient, task: Task, status: number): Promise<Task> => {
  const version = readShown(client, task)?.version
  try {
    return await update(task.id, { status, ...(version !== undefined && { version }) })
  } catch (error) {
    const newer = newerTask(error)
    if (newer?.status !== task.status || newer.version === undefined) throw error
    return update(task.id, { status, version: newer.version })
  }
}

const place = async (task: Task, status: number, beside: Beside): Promise<Task> => {
  const body = { ...beside, ...(status !== task.status && { status }) }
  return (await api.tasks.order({ params: { id: task.id }, body })).data
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

const sayFailure = (task: Task, error: unknown, newer: Task | null): void => {
  // The client has already shown a 403 and moved the person.
  if (isApiError(error) && error.status === 403) return
  const reason = isApiError(error) ? error.serverMessage : ''
  toast(
    newer
      ? `Somebody else has changed ${quoted(newer.title)} meanwhile: it is in ${taskStatusLabel(newer.status)} now.`
      : `Failed to update task: ${quoted(task.title)} is back in ${taskStatusLabel(task.status)}. ${reason}`.trim(),
    'error',
  )
}
const whereItIs = ({ title, status }: Task): string => `The move failed. ${title} is in ${taskStatusLabel(status)}.`

const placeOf = ({ rank }: Task) => (rank === undefined ? {} : { rank })
/** The task at the top of its column, where the server puts it: no rank comes before the empty one. */
const atTop = (task: Task): Task => (task.rank === undefined ? task : { ...task, rank: '' })

/**
 * Moves a task to another status, at the top of the column or beside another card; within its column it only changes
 * place. The screen shows the move at once, and takes it back on failure. Moves of one task are sent one after the
 * other, each based on the previous answer. Resolves with null when the server has the move, and on failure with a
 * sentence that says where the task is.
 */
export const useMoveTask = (): ((task: Task, status: number, beside?: Beside) => Promise<string | null>) => {
  const client = useQueryClient()
  return useCallback(
    (task, status, beside) => {
      const { queryKey } = projectTasksQuery(task.projectID)
      /** Changes the shown task, unless the person has moved it again since. */
      const whileHere = (change: (shown: Task) => Task) => {
        const shown = readShown(client, task)
        if (shown?.status === status) writeTask(client, change(shown))
      }
      const now = readShown(client, task)
      // Somebody else has moved it while it was carried: as after a refusal of the server, it goes where it is now.
      if (now && now.status !== task.status) {
        sayFailure(task, null, now)
        return Promise.resolve(whereItIs(now))
      }
      // An answer under way would overwrite the state that is shown next.
      void client.cancelQueries({ queryKey })
      const isMoved = status !== task.status
      const rank = beside && rankBeside(client, task, status, beside)
      const moved = { ...(now ?? task), status, ...(isMoved && { updatedAt: new Date().toISOString() }) }
      const written = rank === undefined ? atTop(moved) : { ...moved, rank }
      writeTask(client, written)
      const act = beginAct()
      const mutation = client.getMutationCache().build(client, {
        scope: scopeOfMoves(task.id),
        networkMode: 'always',
        mutationFn: () => (beside ? place(task, status, beside) : send(client, task, status)),
        onSuccess: (saved: Task) => {
          const shown = readShown(client, task)
          // The person has moved it on since: the next answer says where it is.
          const isMovedOn = shown && (shown.status !== status || shown.rank !== written.rank)
          writeTask(client, isMovedOn ? { ...saved, ...placeOf(shown), status: shown.status } : saved)
          if (act.done([{ before: now ?? task, after: saved, fields: isMoved ? ['status'] : [] }]))
            sayDone(client, isMoved ? `Moved to ${taskStatusLabel(status)}.` : 'Moved.')
        },
        onError: (error: unknown) => {
          act.failed()
          const newer = newerTask(error)
          whileHere((shown) => newer ?? { ...shown, ...placeOf(task), status: task.status, updatedAt: task.updatedAt })
          sayFailure(task, error, newer)
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
