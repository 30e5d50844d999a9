import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import type { AllFields } from '#shared/rules/task-fields.ts'
import { useStages } from '#data/stages.ts'
import { newerTask } from '#data/stale-task.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { confirmDiscard, useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { useUpdateTask } from '../data/mutations.ts'
import {
  changedFields,
  changesOf,
  shownErrors,
  type TaskFieldName,
  taskForm,
  taskFormOfMember,
  type TaskFormValues,
  valuesOf,
} from '../data/task-form.ts'
import { sayNotSaved, saySaved } from '../data/use-save-fields.ts'
import { leavesDialog } from '../filters/use-tasks-view.ts'

type Names = readonly TaskFieldName[]
/** What is typed is kept until it is saved or taken back; what is chosen goes back when it could not be saved. */
const shortTexts: Names = ['title', 'dueOn', 'estimate']
const typedFields: Names = [...shortTexts, 'description', 'lines']

/** A newer task, what the viewer has entered and not saved, and the fields that both have changed. */
type Conflict = { newer: Task; names: Names; contested: ReadonlyArray<keyof AllFields> }
/** A refusal, and what was typed in the fields that it is about. */
type Failure = { error: unknown; sent: Partial<TaskFormValues> }

/** Whether the task has been changed since; where the host counts no versions, nobody can tell. */
const isNewer = (task: Task, than: Task): boolean => (task.version ?? 0) > (than.version ?? 0)
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const pick = (values: Partial<TaskFormValues>, names: Names): Partial<TaskFormValues> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

type TaskFields = UseFormReturn<TaskFormValues>
/** Shows the saved values of these fields, unless they have been changed since they were sent. */
const settle = (form: TaskFields, names: Names, sent: Partial<TaskFormValues>, saved: TaskFormValues): void => {
  for (const name of names)
    if (isSame(form.getValues(name), sent[name])) form.resetField(name, { defaultValue: saved[name] })
}

/** The task as the form shows it, and at once the one on which the next save is based. */
const useShownTask = (first: Task) => {
  const [task, setTask] = useState(first)
  const base = useRef(task)
  useLayoutEffect(() => {
    base.current = task
  }, [task])
  const take = (next: Task) => {
    if (isNewer(base.current, next)) return
    base.current = next
    setTask(next)
  }
  return { task, base, setTask, take }
}

/** Whether the form is still on the screen when an answer comes. */
const useIsHere = () => {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

/**
 * An open task whose fields are saved one by one. Saves are sent one after the other, each based on the task that the one
 * before it has made. A newer version of the task is shown at once if nothing is typed; else it is announced, and taken in
 * on request: what is typed then stays, and all other fields change.
 */
export const useTaskEdit = (newest: Task, role: ProjectRole) => {
  const client = useQueryClient()
  const { stages } = useStages(newest.projectID)
  const { task, base, setTask, take } = useShownTask(newest)
  const [isSaving, setIsSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm<TaskFormValues>({
    resolver: zodResolver(isManager(role) ? taskForm : taskFormOfMember),
    values: valuesOf(task, stages),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { formState, getValues, resetField, setError, trigger } = form
  const dirty = (Object.keys(formState.dirtyFields) as TaskFieldName[]).filter((name) => formState.dirtyFields[name])
  const { mutateAsync } = useUpdateTask()
  const line = useRef(Promise.resolve())
  const conflicts = useRef(0)
  const isHere = useIsHere()
  const isAnnounced = dirty.length > 0 && isNewer(newest, task) && !isSaving
  // After a refusal the form knows the newer task a moment before the cache tells it here.
  if (newest !== task && !isAnnounced && !isNewer(task, newest) && !isSaving) setTask(newest)

  /** Shows the newer task beside what is entered. */
  const takeIn = (newer: Task, names: Names) => {
    const before = valuesOf(base.current, stages)
    const mine = changedFields(before, getValues())
    const contested = changedFields(before, valuesOf(newer, stages)).filter((field) => mine.includes(field))
    setConflict({ newer, names, contested })
    take(newer)
  }
  const send = async (names: Names, sent: Partial<TaskFormValues>): Promise<void> => {
    const before = valuesOf(base.current, stages)
    const changes = changesOf(before, { ...before, ...sent })
    if (Object.keys(changes).length === 0) return settle(form, names, sent, before)
    if (isHere.current && !(await trigger([...names]))) return
    setFailure(null)
    setIsSaving(true)
    try {
      const { data } = await mutateAsync({ task: base.current, changes })
      settle(form, names, sent, valuesOf(data, stages))
      take(data)
      setConflict((now) => {
        const left = now?.names.filter((name) => !names.includes(name)) ?? []
        return now && left.length > 0 ? { ...now, names: left } : null
      })
      saySaved(client, data, changes)
    } catch (error) {
      const newer = newerTask(error)
      if (!isHere.current) return sayNotSaved(base.current, error)
      if (newer) {
        conflicts.current += 1
        takeIn(newer, names)
        return
      }
      const typed = names.filter((name) => typedFields.includes(name))
      const chosen = names.filter((name) => !typedFields.includes(name))
      settle(form, chosen, sent, valuesOf(base.current, stages))
      if (!showFieldErrors(error, shownErrors, setError)) setFailure({ error, sent: pick(sent, typed) })
    } finally {
      setIsSaving(false)
    }
  }
  const save = (...names: TaskFieldName[]): Promise<void> => {
    const sent = pick(getValues(), names)
    const seen = conflicts.current
    const next = line.current.then(() => {
      if (conflicts.current === seen) return send(names, sent)
      // The viewer has not seen the newer task when they chose this.
      setConflict((now) => now && { ...now, names: [...now.names, ...names] })
    })
    line.current = next.catch(() => undefined)
    return next
  }
  const leave = (name: TaskFieldName) => {
    // What was refused, or would be, waits for a press.
    const isRefused = failure && name in failure.sent && isSame(failure.sent[name], getValues(name))
    if (!isAnnounced && !isRefused && !conflict?.names.includes(name)) void save(name)
  }
  /** Short texts are saved when they are left, so also when the task is; what then is not saved is asked about. */
  const mayLeave = async () => {
    shortTexts.filter((name) => dirty.includes(name)).forEach(leave)
    await line.current
    return changedFields(valuesOf(base.current, stages), getValues()).length === 0 || confirmDiscard()
  }
  const isUnsaved = conflict !== null || typedFields.some((name) => dirty.includes(name))
  const isLongAlone = !isSaving && !shortTexts.some((name) => dirty.includes(name))
  useUnsavedChanges(isUnsaved, leavesDialog, isLongAlone ? confirmDiscard : mayLeave)
  return {
    ...{ task, stages, form, take, failure, saving: { save, leave } },
    conflict: isAnnounced ? null : conflict,
    announced: isAnnounced ? newest : null,
    showNewer: () => takeIn(newest, dirty),
    discard: () => {
      conflict?.names.forEach((name) => resetField(name))
      setConflict(null)
    },
  }
}
