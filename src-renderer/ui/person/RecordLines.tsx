import { Box } from '@mui/material'
import type { PayerRecord, WorkerRecord } from '#shared/contract/records.ts'
import { owesText, payerRecordText, workerRecordText } from '#shared/rules/records.ts'
import { dateLocale } from '#lib/locale.ts'
import { weight } from '../look/tokens.ts'

/** How the person who made a project pays, in the same words everywhere; nothing where a server does not say. */
export const PayerLines = ({ record }: { record: PayerRecord | null | undefined }) => {
  if (!record) return null
  const owes = owesText(record, dateLocale)
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {payerRecordText(record)}
      {owes && (
        <Box component="span" sx={{ display: 'block', color: 'error.main', fontWeight: weight.semibold }}>
          {owes}
        </Box>
      )}
    </Box>
  )
}

/** How a person does what they took; nothing where there is too little to say. */
export const WorkerLine = ({ record }: { record: WorkerRecord | null | undefined }) =>
  record ? (
    <Box component="span" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
      {workerRecordText(record)}
    </Box>
  ) : null
