import { Alert } from '@mui/material'
import { isUnreachable } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { ALREADY_RECORDED, isKeyTaken } from './payment-mutations.ts'

const textOf = (error: unknown): string => {
  if (isKeyTaken(error)) return ALREADY_RECORDED
  if (isUnreachable(error))
    return 'No answer came. You can safely try again: a payment that did get through is not recorded twice.'
  return errorText(error, 'Failed to record the payment')
}

/** Says why nothing was recorded, or that this is not known. */
export const PaymentProblem = ({ error }: { error: unknown }) => <Alert severity="error">{textOf(error)}</Alert>
