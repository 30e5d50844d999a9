import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { useStages } from '#data/stages.ts'
import { holdSingleKeys, useSingleKeys } from '#lib/commands.ts'
import { toast } from '#lib/toast.ts'
import { fitsWords } from '#lib/word-fit.ts'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import type { PickerItem } from '#ui/form/PickerDialog.tsx'
import { StatusMark } from '#ui/board/StatusDot.tsx'
import { taskTone } from '#ui/board/status-tones.ts'
import { namedApart } from '../data/assignees.ts'
import { columnIDOf, columnsOf, destinationOf, type TaskColumn, wordBeside } from '../data/columns.ts'
import { Choices, fits } from './Choices.tsx'
import { DueChooser, PriorityChooser } from './FieldChoosers.tsx'
import { LabelChooser } from './LabelChooser.tsx'
import { assigneesQuery } from '../data/queries.ts'
import type { useMoveTask } from '../data/use-move-task.ts'
import { useAssign } from '../data/use-save-fields.ts'

/** What is chosen, for which task. */
export type TaskChoice = { what: 'status' | 'assignee' | 'priority' | 'due' | 'labels'; task: Task }

type ChooserProps = {
  task: Task
  projectID: string
  viewerID: string | undefined
  /** How the board moves a task, and why it does not. */
  move: ReturnType<typeof useMoveTask>
  whyNotMove: (task: Task, to: TaskColumn) => string | null
  onClose: () => void
}

const StatusChooser = ({ task, projectID, move, whyNotMove, onClose }: ChooserProps) => {
  const [text, setText] = useState('')
  const { stages } = useStages(projectID)
  const now = columnIDOf(stages, task)
  const items = columnsOf(stages)
    .map((column) => ({
      id: column.id,
      column,
      label: column.title,
      group: task.title,
      detail: column.id === now ? 'Current' : wordBeside(column),
      whyNot: column.id === now ? null : whyNotMove(task, column),
    }))
    .filter((item) => fits(item, text))
  return (
    <Choices
      label={stages.length > 0 ? 'Set the stage' : 'Set the status'}
      placeholder={stages.length > 0 ? 'Choose a stage' : 'Choose a status'}
      text={text}
      onText={setText}
      items={items.map((item) => ({ ...item, mark: <StatusMark tone={taskTone(item.column.status)} /> }))}
      none={stages.length > 0 ? 'No such stage.' : 'No such status.'}
      onClose={onClose}
      onChoose={({ id, column, whyNot }) => {
        if (whyNot) return void toast(whyNot, 'error')
        onClose()
        if (id !== now) void move(task, destinationOf(column))
      }}
    />
  )
}

type Assignee = PickerItem & { userID: string | null }

/** Milliseconds after I within which another letter makes it the beginning of a name. */
const I_ALONE_MS = 400
/** What one call of the search answers at most: beyond it there may be a name that it has left out. */
const FOUND_MAX = 20

/** `A` then `I` assigns the task to oneself, unless the I begins a name: of a member, or of one that is still being typed. */
const useIForMe = (isPossible: boolean, answered: { text: string; isWhole: boolean }, take: () => void) => {
  const [pressedAt, setPressedAt] = useState<number | null>(null)
  const isAlone = pressedAt !== null && isPossible && (answered.text === '' || answered.text.toLowerCase() === 'i')
  const isTaken = useEffectEvent(take)
  useEffect(() => {
    if (!isAlone || !answered.isWhole) return
    const timer = setTimeout(isTaken, Math.max(0, pressedAt + I_ALONE_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [isAlone, answered.isWhole, pressedAt])
  return {
    isAlone,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      if (answered.text === '' && event.key.toLowerCase() === 'i' && isPlain) setPressedAt(Date.now())
      else if (event.key !== 'Enter' && event.key !== 'Shift') setPressedAt(null)
    },
  }
}

const AssigneeChooser = ({ task, projectID, viewerID, onClose }: ChooserProps) => {
  const [text, setText] = useState('')
  const assign = useAssign()
  const areSingleKeysOn = useSingleKeys(({ areOn }) => areOn)
  const found = useQuery(assigneesQuery(projectID, text))
  const { data: people = [], isPending, isError, isPlaceholderData } = found
  const group = task.title
  const typed = text.trim()
  const choose = (userID: string | null) => {
    onClose()
    assign(task, userID)
  }
  const hasI = people.some(({ id, name, username }) => id !== viewerID && fitsWords(`${name} ${username}`, 'i'))
  const isWhole = !isPending && !isError && !isPlaceholderData && people.length < FOUND_MAX
  const mayBeMe = areSingleKeysOn && viewerID !== undefined && !hasI
  const me = useIForMe(mayBeMe, { text, isWhole }, () => {
    if (viewerID === undefined) return
    holdSingleKeys()
    choose(viewerID)
  })
  const own: Assignee[] = [
    ...(viewerID === undefined
      ? []
      : [{ id: 'me', userID: viewerID, label: 'Me', group, ...(mayBeMe && { keys: ['I'] }) }]),
    ...(task.assignedToID === null ? [] : [{ id: 'nobody', userID: null, label: 'Nobody', group }]),
  ]
  const items: Assignee[] = [
    ...own.filter((item) => typed === '' || fits(item, typed) || (item.id === 'me' && me.isAlone)),
    ...namedApart(people, typed)
      .filter(({ id }) => typed !== '' || id !== viewerID)
      .map(({ id, username, label, apart }) => ({
        id,
        userID: id,
        label,
        group,
        detail: [apart, id === task.assignedToID && 'Current assignee'].filter(Boolean).join(' · ') || undefined,
        mark: <PersonAvatar name={label} username={username} size={24} />,
      })),
  ]
  return (
    <Choices
      label="Assign the task"
      placeholder={mayBeMe ? 'A name, or I for yourself' : 'A name'}
      text={text}
      onText={setText}
      items={items}
      none={!isPending && 'No such member.'}
      failure={isError && 'The members could not be loaded.'}
      onClose={onClose}
      onKeyDown={me.onKeyDown}
      onChoose={({ userID }) => choose(userID)}
    />
  )
}

/** Chooses one field of a task by the keyboard, over the board, the backlog or the open task. */
export const TaskChooser = ({
  choosing: { what, task },
  ...props
}: Omit<ChooserProps, 'task'> & { choosing: TaskChoice }) => {
  const Chooser = {
    status: StatusChooser,
    assignee: AssigneeChooser,
    priority: PriorityChooser,
    due: DueChooser,
    labels: LabelChooser,
  }[what]
  return <Chooser task={task} {...props} />
}
