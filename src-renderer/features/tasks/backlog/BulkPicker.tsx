import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { taskPriorities } from '#shared/contract/index.ts'
import type { BulkChange } from '#shared/contract/task-bulk.ts'
import { taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { useStages } from '#data/stages.ts'
import { NO_DAY } from '#shared/rules/typed-day.ts'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import type { PickerItem } from '#ui/form/PickerDialog.tsx'
import { StatusMark } from '#ui/board/StatusDot.tsx'
import { taskTone } from '#ui/board/status-tones.ts'
import { namedApart } from '../data/assignees.ts'
import { Choices, fits } from '../choosers/Choices.tsx'
import { DAY_HINT, dueItems } from '../choosers/FieldChoosers.tsx'
import { columnsOf, wordBeside } from '../data/columns.ts'
import { assigneesQuery } from '../data/queries.ts'
import { priorityLabels } from '../data/task-facts.ts'
import { createText, LABELS_UNREAD, useMakeLabel } from '../data/use-make-label.ts'

export type BulkWhat = 'status' | 'assignee' | 'priority' | 'due' | 'label'
type Choice = PickerItem & { change: BulkChange }

type PickerProps = {
  projectID: string
  /** The heading over the choices: how many tasks they are for. */
  group: string
  onChoose: (change: BulkChange) => void
  onClose: () => void
}
/** Closes the dialog, then does what was chosen. */
const choosing =
  ({ onChoose, onClose }: Pick<PickerProps, 'onChoose' | 'onClose'>) =>
  ({ change }: Choice) => {
    onClose()
    onChoose(change)
  }

const StatusPicker = ({ projectID, group, ...props }: PickerProps) => {
  const [text, onText] = useState('')
  const { stages } = useStages(projectID)
  const hasStages = stages.length > 0
  const whole = (status: number) => ({ id: `status ${status}`, title: taskStatusLabel(status), status, stage: null })
  const columns = [whole(taskStatus.requested), ...columnsOf(stages), whole(taskStatus.rejected)]
  const items = columns.map((column) => ({
    id: column.id,
    label: column.title,
    detail: wordBeside(column),
    group,
    mark: <StatusMark tone={taskTone(column.status)} />,
    change: column.stage ? { stageID: column.stage.id } : { status: column.status },
  }))
  const shown = items.filter((item) => fits(item, text))
  const texts = {
    label: hasStages ? 'Move to a stage' : 'Set the status',
    placeholder: hasStages ? 'Choose a stage' : 'Choose a status',
    none: hasStages ? 'No such stage.' : 'No such status.',
  }
  return <Choices {...props} {...texts} text={text} onText={onText} items={shown} onChoose={choosing(props)} />
}

const AssigneePicker = ({ projectID, group, ...props }: PickerProps) => {
  const [text, onText] = useState('')
  const { data: people = [], isPending, isError } = useQuery(assigneesQuery(projectID, text))
  const nobody: Choice = { id: 'nobody', label: 'Nobody', group, change: { assignedToID: null } }
  const items: Choice[] = [
    ...(text.trim() === '' ? [nobody] : []),
    ...namedApart(people, text.trim()).map(({ id, username, label, apart }) => ({
      id,
      label,
      group,
      detail: apart ?? undefined,
      mark: <PersonAvatar name={label} username={username} size={24} />,
      change: { assignedToID: id },
    })),
  ]
  const failure = isError && 'The members could not be loaded.'
  const none = !isPending && 'No such member.'
  const texts = { label: 'Assign the tasks', placeholder: 'A name', none, failure }
  return <Choices {...props} {...texts} text={text} onText={onText} items={items} onChoose={choosing(props)} />
}

const PriorityPicker = ({ projectID: _, group, ...props }: PickerProps) => {
  const [text, onText] = useState('')
  const items = taskPriorities
    .map((priority) => ({ id: priority, label: priorityLabels[priority], group, change: { priority } }))
    .filter((item) => fits(item, text))
  const texts = { label: 'Set the priority', placeholder: 'Choose a priority', none: 'No such priority.' }
  return <Choices {...props} {...texts} text={text} onText={onText} items={items} onChoose={choosing(props)} />
}

const DuePicker = ({ projectID: _, group, ...props }: PickerProps) => {
  const [text, onText] = useState('')
  const items = dueItems(text, group, true).map((item) => ({ ...item, change: { dueOn: item.dueOn } }))
  const texts = { label: 'Set the due date', placeholder: DAY_HINT, none: NO_DAY }
  return <Choices {...props} {...texts} text={text} onText={onText} items={items} onChoose={choosing(props)} />
}

const LabelPicker = ({ projectID, group, onChoose, onClose }: PickerProps) => {
  const [text, onText] = useState('')
  const { labels, isPending, isError, newName, make, noneText } = useMakeLabel(projectID)
  const fitting = labels
    .filter(({ id, name }) => fits({ id: String(id), label: name, group }, text))
    .map(({ id, name }) => ({ id, label: name }))
  const name = isPending || isError ? null : newName(text)
  const items = [
    ...fitting.map(({ id, label }) => ({
      id: `add ${id}`,
      label,
      group: `Add to ${group}`,
      change: { addLabelID: id },
    })),
    ...(name === null ? [] : [{ id: 'new', label: createText(name), group: `Add to ${group}`, change: null }]),
    ...fitting.map(({ id, label }) => ({
      id: `off ${id}`,
      label,
      group: `Remove from ${group}`,
      change: { removeLabelID: id },
    })),
  ]
  const choose = async (change: BulkChange | null) => {
    onClose()
    const made = change === null && name !== null ? await make(name) : null
    if (change ?? made) onChoose(change ?? { addLabelID: made?.id ?? 0 })
  }
  return (
    <Choices
      label="Label the tasks"
      placeholder="Choose a label"
      text={text}
      onText={onText}
      items={items}
      none={!isPending && noneText(text)}
      failure={isError && LABELS_UNREAD}
      onClose={onClose}
      onChoose={({ change }) => void choose(change)}
    />
  )
}

const pickers = {
  status: StatusPicker,
  assignee: AssigneePicker,
  priority: PriorityPicker,
  due: DuePicker,
  label: LabelPicker,
}

/** Chooses the one thing that all selected tasks get. */
export const BulkPicker = ({ what, ...props }: PickerProps & { what: BulkWhat }) => {
  const Picker = pickers[what]
  return <Picker {...props} />
}
