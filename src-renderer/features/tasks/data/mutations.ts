import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LabelColour, Task } from '#shared/contract/index.ts'
import { newTaskBody, type TaskDraft } from '#shared/rules/new-task.ts'
import type { TaskFields } from '#shared/rules/task-changes.ts'
import type { AllFields } from '#shared/rules/task-fields.ts'
import { dropTask, writeTask } from '#data/tasks.ts'
import { useCapability } from '#data/capabilities.ts'
import { beginAct, noteVersion } from '#data/undo-log.ts'
import { useCall } from '#data/use-call.ts'
import { track } from '#lib/analytics.ts'
import { useKeyOfTry } from '#lib/key-of-try.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { noteLanded } from '#ui/board/landed.ts'
import type { MoreChanges } from './more-form.ts'
import { followingQuery } from './queries.ts'
import { newerTask } from '#data/stale-task.ts'

/** Creates a task and puts it first on the board. The same draft sent again, say after a lost answer, is the same task. */
export const useCreateTask = (projectID: string) => {
  const client = useQueryClient()
  const hasKeys = useCapability('tasks2', true)
  const keyOf = useKeyOfTry()
  return useCall('tasks.create', {
    input: (draft: Omit<TaskDraft, 'projectID'>) => ({
      body: newTaskBody({ ...draft, projectID, ...(hasKeys && { key: keyOf(draft) }) }),
    }),
    onSuccess: ({ data: task }) => {
      track('task_created', { projectID: projectID })
      writeTask(client, task)
      noteLanded(task.id)
    },
    refetch: 'none',
  })
}

export type Edit = { task: Task; changes: Partial<TaskFields> & MoreChanges & { stageID?: number | null } }

/** Saves changed fields, based on the version that the person has seen. A conflict brings the newer task. */
export const useUpdateTask = () => {
  const client = useQueryClient()
  return useCall('tasks.update', {
    input: ({ task: { id, version }, changes }: Edit) => ({
      params: { id },
      body: { ...changes, ...(version !== undefined && { version }) },
    }),
    onMutate: () => beginAct(),
    onSuccess: ({ data: after }, { task, changes }, act) => {
      writeTask(client, after)
      noteLanded(after.id)
      // The stage is no field of an act: undo compares where the task was with where it is.
      const { stageID: _stage, ...fields } = changes
      act.done([{ before: task, after, fields: Object.keys(fields) as Array<keyof AllFields> }])
    },
    onError: (error, _edit, act) => {
      act?.failed()
      const newer = newerTask(error)
      if (newer) writeTask(client, newer)
    },
    refetch: 'none',
  })
}

type Tick = { task: Task; lineID: string; isDone: boolean }

/** A tick that is shown before the server has it, and how many calls about its line are under way. */
type ShownTick = { isDone: boolean; underWay: number }
let presses = 0

/** Ticks a line of 'Done when' at once, on the screen before the server has it, whatever else the form has; `onTicked` gets the task as it is then. */
export const useTickLine = (projectID: string, onTicked: (task: Task) => void) => {
  const client = useQueryClient()
  const [ticks, setTicks] = useState<Readonly<Record<string, ShownTick>>>({})
  const call = useCall('tasks.tick', {
    // Presses are sent one after the other, so that the server ends with the last one.
    sameWhen: () => `press ${(presses += 1)}`,
    scope: { id: `tick ${projectID}` },
    input: ({ task: { id }, lineID, isDone }: Tick) => ({ params: { id, lineID }, body: { isDone } }),
    onMutate: ({ lineID, isDone }) =>
      setTicks((now) => ({ ...now, [lineID]: { isDone, underWay: (now[lineID]?.underWay ?? 0) + 1 } })),
    onSuccess: ({ data: task }) => {
      writeTask(client, task)
      noteVersion(task)
      onTicked(task)
    },
    onSettled: (_answer, _error, { lineID }) =>
      setTicks(({ [lineID]: tick, ...others }) =>
        tick && tick.underWay > 1 ? { ...others, [lineID]: { ...tick, underWay: tick.underWay - 1 } } : others,
      ),
    refetch: 'none',
  })
  return { ...call, tickOf: (lineID: string): boolean | undefined => ticks[lineID]?.isDone }
}

/** Puts a task into Trash; its card is gone at once. */
export const useDeleteTask = () => {
  const client = useQueryClient()
  return useCall('tasks.remove', {
    input: ({ id }: Task) => ({ params: { id } }),
    onMutate: () => beginAct(),
    onSuccess: (_answer, task, act) => {
      dropTask(client, task)
      act.done([{ before: task, after: null, fields: [] }])
    },
    onError: (_error, _task, act) => act?.failed(),
  })
}

/** Brings a task back from Trash, onto the board too. */
export const useRestoreTask = () => {
  const client = useQueryClient()
  return useCall('tasks.restore', {
    input: (id: string) => ({ params: { id }, body: {} }),
    onSuccess: ({ data: task }) => writeTask(client, task),
  })
}

type LabelDraft = { name: string; colour: LabelColour }

export const useCreateLabel = (projectID: string) =>
  useCall('labels.create', { input: (body: LabelDraft) => ({ params: { id: projectID }, body }) })
export const useChangeLabel = (projectID: string) =>
  useCall('labels.update', {
    input: ({ id, ...body }: LabelDraft & { id: number }) => ({ params: { id: projectID, labelID: id }, body }),
  })
export const useDeleteLabel = (projectID: string) =>
  useCall('labels.remove', { input: (labelID: number) => ({ params: { id: projectID, labelID } }) })

/** What a template takes over: `stageID` is null where the task is in no stage. */
export type TemplateFields = AllFields & { stageID: number | null }

/** Saves what a task says as a template. Ticks, assignee and what belongs to one task alone are no part of it. */
export const useSaveTemplate = (projectID: string) =>
  useCall('templates.create', {
    input: ({ name, fields }: { name: string; fields: TemplateFields }) => ({
      params: { id: projectID },
      body: {
        name,
        title: fields.title,
        description: fields.description,
        priority: fields.priority,
        estimateHours: fields.estimateHours,
        labelIDs: [...fields.labelIDs],
        doneWhen: fields.doneWhen.map(({ text }) => text),
        ...(fields.stageID !== null && { stageID: fields.stageID }),
      },
    }),
  })

type FollowChoice = 'following' | 'muted' | 'none'

/** Follows or mutes a task, or neither: it shows at once, and goes back with a message when it could not be saved. */
export const useFollowTask = (taskID: string) => {
  const client = useQueryClient()
  const { queryKey } = followingQuery(taskID, true)
  const params = { id: taskID }
  return useCall((choice: FollowChoice) => (choice === 'none' ? 'notifications.unfollow' : 'notifications.follow'), {
    sameWhen: (choice) => choice,
    // Presses are sent one after the other, so that the server ends with the last one.
    scope: { id: `follow ${taskID}` },
    input: (choice) => ({ params, ...(choice !== 'none' && { body: { muted: choice === 'muted' } }) }),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      const data = { isFollowing: choice === 'following', isMuted: choice === 'muted' }
      client.setQueryData(queryKey, { data })
      return before
    },
    onError: (error, _choice, before) => {
      client.setQueryData(queryKey, before)
      toast(errorText(error, 'Failed to follow the task'), 'error')
    },
    onSuccess: (answer) => void client.setQueryData(queryKey, answer),
    refetch: 'none',
  })
}
