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

/** How long leaving waits for what is being saved before it asks, in milliseconds. */
const PATIENCE_MS = 2_000

/** Whether the task has been changed since; where the host counts no versions, nobody can tell. */
const isNewer = (task: Task, than: Task): boolean => (task.version ?? 0) > (than.version ?? 0)
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const typedIn = ({ sent }: Failure) => Object.keys(sent) as TaskFieldName[]
const hasAny = (names: Names, of: Names): boolean => names.some((name) => of.includes(name))
const pick = (values: Partial<TaskFormValues>, names: Names): Partial<TaskFormValues> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

/** What the viewer has entered and sent, or somebody else has changed too; and what of that both have changed the same way. */
const compared = (before: TaskFormValues, theirs: TaskFormValues, mine: TaskFormValues, sent: Names) => {
  const isTheirs = (name: TaskFieldName) => !isSame(before[name], theirs[name])
  const entered = (Object.keys(mine) as TaskFieldName[]).filter((name) => !isSame(mine[name], before[name]))
  const asked = entered.filter((name) => sent.includes(name) || isTheirs(name))
  const names = asked.filter((name) => !isSame(mine[name], theirs[name]))
  const contested = changedFields(before, { ...before, ...pick(theirs, names.filter(isTheirs)) })
  return { names, same: asked.filter((name) => !names.includes(name)), contested }
}
/** What is left of a conflict when these fields are as the server has them. */
const without = (conflict: Conflict | null, settled: Names): Conflict | null => {
  const names = conflict?.names.filter((name) => !settled.includes(name)) ?? []
  return conflict && names.length > 0 ? { ...conflict, names } : null
}

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

/** An error goes when the text that it is about is mended or taken back: the form is never submitted as a whole. */
const useErrorsFollow = ({ watch, getFieldState, trigger }: TaskFields): void => {
  useEffect(() => {
    const { unsubscribe } = watch((_, { name }) => {
      if (name && getFieldState(name).invalid) void trigger(name)
    })
    return unsubscribe
  }, [watch, getFieldState, trigger])
}

/** Saves one after the other, and knows what of them waits or is under way. */
const useSaves = () => {
  const last = useRef(Promise.resolve())
  const underWay = useRef<Partial<TaskFormValues>>({})
  const add = (sent: Partial<TaskFormValues>, save: () => Promise<void> | void): Promise<void> => {
    underWay.current = { ...underWay.current, ...sent }
    const next = last.current.then(save)
    last.current = next
      .catch(() => undefined)
      .then(() => {
        const left = Object.entries(underWay.current).filter(([name, value]) => value !== sent[name as TaskFieldName])
        underWay.current = Object.fromEntries(left)
      })
    return next
  }
  return { last, underWay, add }
}

/** The conflict, until all that it is about is saved or taken back. */
const useConflict = (dirty: Names, isSaving: boolean) => {
  const [conflict, setConflict] = useState<Conflict | null>(null)
  if (conflict && !isSaving && !hasAny(conflict.names, dirty)) setConflict(null)
  return [conflict, setConflict] as const
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
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm<TaskFormValues>({
    resolver: zodResolver(isManager(role) ? taskForm : taskFormOfMember),
    values: valuesOf(task, stages),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  useErrorsFollow(form)
  const { formState, getValues, resetField, setError, trigger } = form
  const dirty = (Object.keys(formState.dirtyFields) as TaskFieldName[]).filter((name) => formState.dirtyFields[name])
  const [conflict, setConflict] = useConflict(dirty, isSaving)
  const { mutateAsync } = useUpdateTask()
  const saves = useSaves()
  const conflicts = useRef(0)
  const isHere = useIsHere()
  const isAnnounced = dirty.length > 0 && isNewer(newest, task) && !isSaving
  // After a refusal the form knows the newer task a moment before the cache tells it here.
  if (newest !== task && !isAnnounced && !isNewer(task, newest) && !isSaving) setTask(newest)

  /** Shows the newer task beside what is entered, and asks about what was sent and what both have changed otherwise. */
  const takeIn = (newer: Task, sent: Names) => {
    const theirs = valuesOf(newer, stages)
    const { same, names, contested } = compared(valuesOf(base.current, stages), theirs, getValues(), sent)
    settle(form, same, getValues(), theirs)
    if (names.length > 0) {
      conflicts.current += 1
      setConflict({ newer, names, contested })
    }
    take(newer)
  }
  const send = async (names: Names, sent: Partial<TaskFormValues>): Promise<void> => {
    const before = valuesOf(base.current, stages)
    const changes = changesOf(before, { ...before, ...sent })
    if (Object.keys(changes).length === 0) {
      settle(form, names, sent, before)
      return setConflict((now) => without(now, names))
    }
    if (isHere.current && !(await trigger([...names]))) return
    setIsSaving(true)
    try {
      const { data } = await mutateAsync({ task: base.current, changes })
      settle(form, names, sent, valuesOf(data, stages))
      take(data)
      setConflict((now) => without(now, names))
      saySaved(client, data, changes)
    } catch (error) {
      const newer = newerTask(error)
      if (!isHere.current) return sayNotSaved(base.current, error)
      if (newer) return takeIn(newer, names)
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
    // A refusal is read until the next act, and that of a typed text until this is saved or taken back.
    setFailure((now) => (now && (hasAny(names, typedIn(now)) || typedIn(now).length === 0) ? null : now))
    return saves.add(sent, () => {
      if (conflicts.current === seen) return send(names, sent)
      // The viewer has not seen the newer task when they chose this.
      setConflict((now) => now && { ...now, names: [...now.names, ...names] })
    })
  }
  const leave = (name: TaskFieldName) => {
    // What was refused, or would be, waits for a press, and what is being saved for its answer.
    const waits = { ...failure?.sent, ...saves.underWay.current }
    const isSent = name in waits && isSame(waits[name], getValues(name))
    if (!isAnnounced && !isSent && !conflict?.names.includes(name)) void save(name)
  }
  /** Short texts are saved when they are left, so also when the task is; what then is not saved is asked about. */
  const mayLeave = async () => {
    shortTexts.filter((name) => dirty.includes(name)).forEach(leave)
    await Promise.race([saves.last.current, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    return changedFields(valuesOf(base.current, stages), getValues()).length === 0 || confirmDiscard()
  }
  const isUnsaved = conflict !== null || typedFields.some((name) => dirty.includes(name))
  const isLongAlone = !isSaving && !shortTexts.some((name) => dirty.includes(name))
  useUnsavedChanges(isUnsaved, leavesDialog, isLongAlone ? confirmDiscard : mayLeave)
  return {
    ...{ task, stages, form, take, saving: { save, leave } },
    failure: failure && (typedIn(failure).length === 0 || hasAny(typedIn(failure), dirty)) ? failure : null,
    conflict: isAnnounced ? null : conflict,
    announced: isAnnounced ? newest : null,
    showNewer: () => takeIn(newest, dirty),
    discard: () => {
      conflict?.names.forEach((name) => resetField(name))
      setConflict(null)
    },
  }
}
