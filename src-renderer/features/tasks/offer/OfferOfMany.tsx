import { useState } from 'react'
import type { NewOffer } from '#shared/contract/offers.ts'
import { NetworkFormButtons } from '#parts/network/NetworkButton.tsx'
import { DialogForm, FormDialog } from '#ui/form/FormDialog.tsx'
import { explainFirstOffer } from './first-offer.ts'
import { useOfferTerms } from './offer-calls.ts'
import { type OfferErrors, proposedOffer, readOffer } from './offer-form.ts'
import { OfferFields } from './OfferFields.tsx'

type OfferOfManyProps = {
  projectID: string
  /** How many tasks it is for: '3 tasks'. */
  group: string
  onChoose: (offer: NewOffer) => void
  onClose: () => void
}

/** Asks for the offer that each of several tasks gets. */
export const OfferOfMany = ({ projectID, group, onChoose, onClose }: OfferOfManyProps) => {
  const { projectSkills, currency } = useOfferTerms(projectID)
  const [values, setValues] = useState(proposedOffer)
  const [errors, setErrors] = useState<OfferErrors>({})
  const submit = async () => {
    const read = readOffer(values, currency)
    if ('errors' in read) return setErrors(read.errors)
    if (!(await explainFirstOffer(projectID))) return
    onClose()
    onChoose(read.body)
  }
  return (
    <FormDialog title={`Set the reward of ${group}`} isOpen onClose={onClose}>
      <DialogForm
        onSubmit={() => void submit()}
        actions={
          <NetworkFormButtons onCancel={onClose} isPending={false}>
            Set reward
          </NetworkFormButtons>
        }
      >
        <OfferFields {...{ values, errors, currency, projectSkills }} onChange={setValues} isFocused />
      </DialogForm>
    </FormDialog>
  )
}
