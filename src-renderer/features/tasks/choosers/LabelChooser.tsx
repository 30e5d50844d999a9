import { useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import type { PickerItem } from '#ui/form/PickerDialog.tsx'
import { Choices, fits } from './Choices.tsx'
import { createText, LABELS_UNREAD, useMakeLabel } from '../data/use-make-label.ts'
import { useSaveFields } from '../data/use-save-fields.ts'

type Choice = PickerItem & { labelID: number | null; name: string }

/** Puts a label on the task or takes it off; Enter on a name that no label has makes one. */
export const LabelChooser = ({ task, onClose }: { task: Task; onClose: () => void }) => {
  const [text, setText] = useState('')
  const save = useSaveFields()
  const { labels, isPending, isError, newName, make, noneText } = useMakeLabel(task.projectID)
  const now = task.labelIDs ?? []
  const group = task.title
  const name = newName(text)
  const items: Choice[] = [
    ...labels
      .map(({ id, name: label }) => ({
        id: String(id),
        labelID: id,
        label,
        name: label,
        group,
        detail: now.includes(id) ? 'On the task. Enter removes it.' : undefined,
      }))
      .filter((item) => fits(item, text)),
    ...(name === null || isPending || isError
      ? []
      : [{ id: 'new', labelID: null, label: createText(name), name, group }]),
  ]
  const choose = async ({ labelID, name: chosen }: Choice) => {
    onClose()
    const id = labelID ?? (await make(chosen))?.id
    if (id === undefined) return
    const isOn = now.includes(id)
    const labelIDs = isOn ? now.filter((one) => one !== id) : [...now, id]
    await save(task, { labelIDs }, isOn ? `Label “${chosen}” removed.` : `Labelled “${chosen}”.`)
  }
  return (
    <Choices
      label="Label the task"
      placeholder="Choose a label"
      text={text}
      onText={setText}
      items={items}
      none={!isPending && noneText(text)}
      failure={isError && LABELS_UNREAD}
      onClose={onClose}
      onChoose={(item) => void choose(item)}
    />
  )
}
