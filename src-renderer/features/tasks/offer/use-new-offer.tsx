import { type ReactNode, useState } from 'react'
import type { ProjectRole } from '#shared/contract/index.ts'
import type { NewOffer } from '#shared/contract/offers.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { REWARD_NEEDS_NETWORK, useHasNetwork } from '#data/network.ts'
import { explainFirstOffer } from './first-offer.ts'
import { useOfferTerms } from './offer-calls.ts'
import { type OfferErrors, proposedOffer, readOffer, refusalOfOffer } from './offer-form.ts'
import { OfferFields } from './OfferFields.tsx'

type FieldsProps = {
  terms: ReturnType<typeof useOfferTerms>
  values: typeof proposedOffer
  onChange: (values: typeof proposedOffer) => void
  errors: OfferErrors
}

const NewOfferFields = ({ terms: { projectSkills, currency }, values, onChange, errors }: FieldsProps) => {
  const isEmpty = values.amount.trim() === ''
  return <OfferFields {...{ values, onChange, errors, currency, projectSkills }} isOptional isShort={isEmpty} />
}

type NewOfferDraft = {
  /** The fields, for who may set an offer on a server that has rewards. */
  fields: ReactNode
  isDirty: boolean
  /** What is sent with the new task: nothing where no amount was typed, null where it may not be sent as it is. */
  read: () => Promise<{ offer?: NewOffer } | null>
  /** Shows a refusal beside its field; false where it is not about the offer. */
  showRefusal: (error: unknown) => boolean
}

/** The offer of a task that is being created. */
export const useNewOffer = (projectID: string, role: ProjectRole): NewOfferDraft => {
  const [values, setValues] = useState(proposedOffer)
  const [errors, setErrors] = useState<OfferErrors>({})
  const isThere = useCapability('rewards', true) && isManager(role)
  const terms = useOfferTerms(projectID, isThere)
  const hasNetwork = useHasNetwork()
  const isDirty = isThere && values.amount.trim() !== ''
  return {
    fields: isThere ? <NewOfferFields {...{ terms, values, errors }} onChange={setValues} /> : null,
    isDirty,
    read: async () => {
      setErrors({})
      if (!isDirty) return {}
      if (!hasNetwork) {
        setErrors({ amount: REWARD_NEEDS_NETWORK })
        return null
      }
      const read = readOffer(values, terms.currency)
      if ('errors' in read) setErrors(read.errors)
      return 'body' in read && (await explainFirstOffer(projectID)) ? { offer: read.body } : null
    },
    showRefusal: (error) => {
      const { all: _, ...named } = isDirty ? refusalOfOffer(error) : {}
      setErrors(named)
      return Object.keys(named).length > 0
    },
  }
}
