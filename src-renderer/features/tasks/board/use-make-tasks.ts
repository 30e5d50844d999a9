import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isManager } from '#shared/rules/membership.ts'
import type { ProjectRole, Stage } from '#shared/contract/index.ts'
import type { NewOfferBody } from '#shared/contract/offers.ts'
import { newTaskBody } from '#shared/rules/new-task.ts'
import { useCapability } from '#data/capabilities.ts'
import { REWARD_NEEDS_NETWORK, useHasNetwork } from '#data/network.ts'
import { writeTask } from '#data/tasks.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useImport, useUndoImport } from '../import/mutations.ts'

export type TaskToMake = {
  title: string
  description: string
  status: number
  stage?: Pick<Stage, 'id' | 'name'> | null
  doneWhen?: Array<{ text: string; isDone: boolean }>
  estimateHours?: number
  offer?: NewOfferBody
}
/** The column in which a task is made. */
export type ColumnTarget = Pick<TaskToMake, 'status' | 'stage'>
type ToAdd = TaskToMake & { key: string }

/**
 * Creates tasks one after the other in the order of the presses, so that the last is on top. `key` is the same for each
 * try of one task, so a retry after a lost answer makes it only once.
 */
export const useAddTask = (projectID: string) => {
  const client = useQueryClient()
  const hasKeys = useCapability('tasks2', true)
  return useCall('tasks.create', {
    sameWhen: ({ key }: ToAdd) => key,
    scope: { id: `add tasks ${projectID}` },
    input: ({ key, title, description, status, stage, ...fields }) => {
      const more = { ...fields, ...(stage && { stageID: stage.id }) }
      return {
        body: newTaskBody({ title, description, status, projectID, assignee: null, more, ...(hasKeys && { key }) }),
      }
    },
    onSuccess: ({ data }) => writeTask(client, data),
    refetch: 'none',
  })
}

const tasksText = (count: number) => (count === 1 ? '1 task' : `${count} tasks`)

/** A task of an import names its stage. */
const ofImport = ({ stage, offer: _, ...task }: TaskToMake) => ({ ...task, ...(stage && { stage: stage.name }) })

type Progress = { onSuccess: () => void; onError: (reason: string, made: number) => void }

/**
 * Makes several tasks, the first on top. Owners and admins use one call that makes all or none and can be undone. Where
 * that is unavailable, and where tasks have rewards, each task is a call, and `onError` says how many of the last ones exist already.
 */
export const useMakeTasks = (projectID: string, role: ProjectRole) => {
  const hasNetwork = useHasNetwork()
  const isAtOnce = useCapability('import', true) && isManager(role)
  const all = useImport(projectID)
  const undo = useUndoImport(projectID)
  const one = useAddTask(projectID)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  /** Tells the form why nothing came of it; a person who has left the form reads it all the same. */
  const tellFailure = (reason: string, made: number, { onError }: Progress) => {
    if (isHere.current) return onError(reason, made)
    toast(`${made > 0 ? `${tasksText(made)} added, the others not.` : 'The tasks were not added.'} ${reason}`, 'error')
  }
  // Promises and not callbacks of the calls: the toast is pressed when the form is gone.
  const takeBack = async (id: string) => {
    try {
      const { removed, kept } = (await undo.mutateAsync(id)).data
      const stay = kept > 0 ? ` ${tasksText(kept)} stayed, because somebody has changed them since.` : ''
      toast(`${tasksText(removed)} moved to Trash.${stay}`, kept > 0 ? 'info' : 'success')
    } catch (error) {
      toast(errorText(error, 'It could not be undone.'), 'error')
    }
  }
  const makeEach = async (key: string, tasks: readonly TaskToMake[], progress: Progress) => {
    let made = 0
    try {
      for (const task of tasks.toReversed()) {
        // Counted from the first task, so that the tasks that are left keep their keys in the next try.
        await one.mutateAsync({ ...task, key: `${key} ${tasks.length - made}` })
        made += 1
      }
      toast(`${tasksText(made)} added.`, 'success')
      progress.onSuccess()
    } catch (error) {
      tellFailure(errorText(error, 'Failed to create task'), made, progress)
    }
  }
  const makeAll = async (key: string, tasks: readonly TaskToMake[], progress: Progress) => {
    try {
      const { id, created } = (
        await all.mutateAsync({ key: `${key} ${tasks.length}`, source: 'list', labels: [], tasks: tasks.map(ofImport) })
      ).data
      toast(`${tasksText(created)} added.`, 'success', { action: { label: 'Undo', run: () => void takeBack(id) } })
      progress.onSuccess()
    } catch (error) {
      tellFailure(errorText(error, 'Failed to create the tasks'), 0, progress)
    }
  }
  /** `key` is the same for each try of one list. */
  const make = (key: string, tasks: readonly TaskToMake[], progress: Progress) => {
    const hasRewards = tasks.some(({ offer }) => offer)
    if (hasRewards && !hasNetwork) return progress.onError(REWARD_NEEDS_NETWORK, 0)
    void (isAtOnce && !hasRewards ? makeAll : makeEach)(key, tasks, progress)
  }
  return { make, isPending: all.isPending || one.isPending }
}
