import { useState } from 'react'
import { type Task, taskPriorities } from '#shared/contract/index.ts'
import { NO_DAY } from '#shared/rules/typed-day.ts'
import { formatDay, today } from '#lib/format.ts'
import { readDays } from '#lib/read-day.ts'
import { Choices, fits } from './Choices.tsx'
import { priorityLabels, shortDay } from '../data/task-facts.ts'
import { useSaveFields } from '../data/use-save-fields.ts'

type FieldChooserProps = { task: Task; onClose: () => void }

export const PriorityChooser = ({ task, onClose }: FieldChooserProps) => {
  const [text, setText] = useState('')
  const save = useSaveFields()
  const now = task.priority ?? 'none'
  const items = taskPriorities
    .map((priority) => ({
      id: priority,
      priority,
      label: priorityLabels[priority],
      group: task.title,
      detail: priority === now ? 'Current' : undefined,
    }))
    .filter((item) => fits(item, text))
  return (
    <Choices
      label="Set the priority"
      placeholder="Choose a priority"
      text={text}
      onText={setText}
      items={items}
      none="No such priority."
      onClose={onClose}
      onChoose={({ priority }) => {
        onClose()
        if (priority !== now) void save(task, { priority })
      }}
    />
  )
}

const DAY_MS = 24 * 60 * 60_000
/** The day a number of days after another one. */
const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
/** How many days until Monday: 7 on a Monday itself. */
const untilMonday = (day: string): number => 7 - ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** The days that fit what was typed; `hasNone` offers to take the day away. */
export const dueItems = (text: string, group: string, hasNone: boolean, now = today()) => {
  const day = (label: string, dueOn: string) => ({ id: label, label, dueOn, group, detail: shortDay(dueOn, now) })
  const typed = readDays(text, now)
  const offered = [
    day('Today', now),
    day('Tomorrow', daysAfter(now, 1)),
    day('Next Monday', daysAfter(now, untilMonday(now))),
    day('In a week', daysAfter(now, 7)),
    ...(hasNone ? [{ id: 'none', label: 'No due date', dueOn: null, group, detail: undefined }] : []),
  ].filter((item) => fits(item, text))
  const understood = typed
    .filter((dueOn) => !offered.some((item) => item.dueOn === dueOn))
    .map((dueOn) => ({
      id: dueOn,
      label: formatDay(dueOn),
      dueOn,
      group,
      detail: weekday.format(new Date(`${dueOn}T00:00:00Z`)),
    }))
  return [...understood, ...offered]
}
export const DAY_HINT = 'A day, such as Fri, 5 Dec or in 3 days'

export const DueChooser = ({ task, onClose }: FieldChooserProps) => {
  const [text, setText] = useState('')
  const save = useSaveFields()
  const now = today()
  const items = dueItems(text, task.title, Boolean(task.dueOn), now)
  return (
    <Choices
      label="Set the due date"
      placeholder={DAY_HINT}
      text={text}
      onText={setText}
      items={items}
      none={NO_DAY}
      onClose={onClose}
      onChoose={({ dueOn }) => {
        onClose()
        if (dueOn !== (task.dueOn ?? null)) void save(task, { dueOn })
      }}
    />
  )
}
