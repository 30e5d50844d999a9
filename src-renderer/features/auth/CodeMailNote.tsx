import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useCapability } from '#data/capabilities.ts'
import { codeMailQuery } from './queries.ts'

/** Says what became of the mail with the code where it has not left: nobody is to wait for a mail that does not come. */
export const CodeMailNote = ({ receipt, email }: { receipt: string; email: string }) => {
  const canAsk = useCapability('codeMail', receipt !== '')
  const { data: { data } = {} } = useQuery({ ...codeMailQuery(receipt), enabled: canAsk && receipt !== '' })
  if (data?.state === 'delayed')
    return (
      <Alert severity="warning" role="status">
        {email} has not taken the mail yet: {data.reason}. We are trying again.
      </Alert>
    )
  if (data?.state === 'failed')
    return (
      <Alert severity="error" role="alert">
        We could not deliver to this address: {data.reason}. Check the address, or ask for another code.
      </Alert>
    )
  return null
}
