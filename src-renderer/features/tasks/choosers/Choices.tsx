import { hasText } from '#shared/contract/fold.ts'
import { PickerDialog, type PickerDialogProps, type PickerItem } from '#ui/form/PickerDialog.tsx'

export const fits = ({ label }: PickerItem, text: string) => hasText(label, text)

type ChoicesProps<Item extends PickerItem> = Omit<PickerDialogProps<Item>, 'isOpen' | 'status' | 'note'> & {
  /** Shown where nothing fits what was typed. */
  none: string | false
  /** Why there are fewer choices than there should be; shown with those that there are. */
  failure?: string | false
}

/** An open dialog with the choices for one field of a task or of several. */
export const Choices = <Item extends PickerItem>({ none, failure = false, ...props }: ChoicesProps<Item>) => {
  const { length } = props.items
  const note = failure || (length === 0 && none)
  return (
    <PickerDialog {...props} isOpen status={note || (length === 1 ? '1 choice' : `${length} choices`)} note={note} />
  )
}
