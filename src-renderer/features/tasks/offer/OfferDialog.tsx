import { Alert, DialogContentText } from '@mui/material'
import { useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { asSentence } from '#lib/query-client.ts'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { NetworkFormButtons } from '#parts/network/NetworkButton.tsx'
import { explainFirstOffer } from './first-offer.ts'
import { useSetOffer } from './offer-calls.ts'
import { type OfferErrors, proposedOffer, readOffer, refusalOfOffer, valuesOfOffer } from './offer-form.ts'
import { OfferFields } from './OfferFields.tsx'

type OfferDialogProps = {
  task: Task
  projectSkills: readonly string[]
  /** The currency of the project. */
  currency: string
  isOpen: boolean
  onClose: () => void
}

const OfferForm = ({ task, projectSkills, currency, onClose }: Omit<OfferDialogProps, 'isOpen'>) => {
  const [shown] = useState(task.offer ?? null)
  const [values, setValues] = useState(() => (shown ? valuesOfOffer(shown, projectSkills) : proposedOffer))
  const [errors, setErrors] = useState<OfferErrors>({})
  const set = useSetOffer(task)
  const submit = async () => {
    const read = readOffer(values, currency)
    if ('errors' in read) return setErrors(read.errors)
    setErrors({})
    if (!(await explainFirstOffer(task.projectID))) return
    const body = { ...read.body, ...(shown && { version: shown.version }) }
    set.mutate(body, { onSuccess: onClose, onError: (error) => setErrors(refusalOfOffer(error)) })
  }
  return (
    <DialogForm
      onSubmit={() => void submit()}
      actions={
        <NetworkFormButtons onCancel={onClose} isPending={set.isPending} canCancel>
          {shown ? 'Save' : 'Set reward'}
        </NetworkFormButtons>
      }
    >
      {errors.all && <Alert severity="error">{asSentence(errors.all)}</Alert>}
      {shown && task.assignedToID && (
        <DialogContentText variant="body2">
          While somebody has the task the reward can only rise, and the days to review and to pay only get fewer.
        </DialogContentText>
      )}
      <OfferFields {...{ values, errors, currency, projectSkills }} onChange={setValues} isFocused />
    </DialogForm>
  )
}

/** Sets or changes the whole offer of a task. */
export const OfferDialog = ({ isOpen, ...props }: OfferDialogProps) => (
  <FormDialog title={props.task.offer ? 'Change the reward' : 'Set a reward'} isOpen={isOpen} onClose={props.onClose}>
    <OfferForm {...props} />
  </FormDialog>
)
