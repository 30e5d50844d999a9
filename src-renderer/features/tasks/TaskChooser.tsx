import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { Task } from '../../../shared/contract/index.ts'
import { boardStatuses, taskStatusLabel } from '../../../shared/rules/statuses.ts'
import { useSingleKeys } from '../../lib/commands.ts'
import { toast } from '../../lib/toast.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { PickerDialog, type PickerItem } from '../../ui/PickerDialog.tsx'
import { StatusMark } from '../../ui/StatusDot.tsx'
import { taskTone } from '../../ui/status-tones.ts'
import { choicesText, DueChooser, LabelChooser, PriorityChooser } from './FieldChoosers.tsx'
import { assigneesQuery } from './queries.ts'
import type { useMoveTask } from './use-move-task.ts'
import { useAssign } from './use-save-fields.ts'

/** What is chosen, for which task. */
export type Choosing = { what: 'status' | 'assignee' | 'priority' | 'due' | 'labels'; task: Task }

type ChooserProps = {
  task: Task
  projectID: string
  viewerID: string | undefined
  /** How the board moves a task, and why it does not. */
  move: ReturnType<typeof useMoveTask>
  whyNotMove: (task: Task, status: number) => string | null
  onClose: () => void
}

const StatusChooser = ({ task, move, whyNotMove, onClose }: ChooserProps) => {
  const [text, setText] = useState('')
  const items = boardStatuses
    .map((status) => ({
      id: String(status),
      status,
      label: taskStatusLabel(status),
      group: task.title,
      detail: status === task.status ? 'The task is here now' : undefined,
      whyNot: status === task.status ? null : whyNotMove(task, status),
    }))
    .filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <PickerDialog
      label="Set the status"
      placeholder="Choose a status"
      isOpen
      text={text}
      onText={setText}
      items={items.map((item) => ({ ...item, mark: <StatusMark tone={taskTone(item.status)} /> }))}
      status={choicesText(items.length)}
      note={items.length === 0 && 'No status is called that.'}
      onClose={onClose}
      onChoose={({ status, whyNot }) => {
        if (whyNot) return void toast(whyNot, 'error')
        onClose()
        if (status !== task.status) void move(task, status)
      }}
    />
  )
}

type Assignee = PickerItem & { userID: string | null }

const AssigneeChooser = ({ task, projectID, viewerID, onClose }: ChooserProps) => {
  const [text, setText] = useState('')
  const assign = useAssign()
  const areSingleKeysOn = useSingleKeys(({ areOn }) => areOn)
  const { data: people = [], isPending, isError } = useQuery(assigneesQuery(projectID, text))
  const group = task.title
  const choose = (userID: string | null) => {
    onClose()
    assign(task, userID)
  }
  const own: Assignee[] = [
    ...(viewerID === undefined ? [] : [{ id: 'me', userID: viewerID, label: 'Me', group, keys: ['I'] }]),
    ...(task.assignedToID === null ? [] : [{ id: 'nobody', userID: null, label: 'Nobody', group }]),
  ]
  const items: Assignee[] = [
    ...(text.trim() === '' ? own : []),
    ...people
      .filter(({ id }) => text.trim() !== '' || id !== viewerID)
      .map(({ id, username, name }) => ({
        id,
        userID: id,
        label: name || username,
        group,
        detail: id === task.assignedToID ? 'Does it now' : undefined,
        mark: <PersonAvatar name={name || username} username={username} size={24} />,
      })),
  ]
  /** `I` as the first key means oneself, since A then I assigns the task to me. */
  const pressI = (event: KeyboardEvent<HTMLElement>) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (text !== '' || event.key.toLowerCase() !== 'i' || !isPlain || !areSingleKeysOn || viewerID === undefined) return
    event.preventDefault()
    choose(viewerID)
  }
  const note = isError
    ? 'The members cannot be read right now.'
    : !isPending && items.length === 0 && 'No member is called that.'
  return (
    <PickerDialog
      label="Assign the task"
      placeholder={areSingleKeysOn ? 'A name, or I for yourself' : 'A name'}
      isOpen
      text={text}
      onText={setText}
      items={items}
      status={note || choicesText(items.length)}
      note={note}
      onClose={onClose}
      onKeyDown={pressI}
      onChoose={({ userID }) => choose(userID)}
    />
  )
}

/** Chooses one field of a task by the keyboard, over the board, the backlog or the open task. */
export const TaskChooser = ({
  choosing: { what, task },
  ...props
}: Omit<ChooserProps, 'task'> & { choosing: Choosing }) => {
  const Chooser = {
    status: StatusChooser,
    assignee: AssigneeChooser,
    priority: PriorityChooser,
    due: DueChooser,
    labels: LabelChooser,
  }[what]
  return <Chooser task={task} {...props} />
}
