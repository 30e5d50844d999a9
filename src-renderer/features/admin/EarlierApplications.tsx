import { Box, Button, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { CreatorApplication } from '#shared/contract/index.ts'
import { personText } from '#shared/rules/person.ts'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { answerByText, dayBeside } from '#lib/answer-date.ts'
import { formatDate } from '#lib/format.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { CreatorApplicationStatusDot } from '#ui/board/StatusDot.tsx'
import { size } from '#ui/look/tokens.ts'
import { Quote } from '#ui/text/Quote.tsx'
import { applicationsOfQuery } from './queries.ts'

const words = { mt: 0.75, whiteSpace: 'pre-line' } as const

const Entry = ({ application }: { application: CreatorApplication }) => {
  const { status, createdAt, updatedAt, reason, text, answerBy } = application
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <CreatorApplicationStatusDot status={status} />
      <Box sx={{ fontSize: size.note, color: 'text.secondary' }}>
        Applied {dayBeside(answerBy, createdAt)}
        {status !== creatorApplicationStatus.pending && ` · last changed ${formatDate(updatedAt) ?? ''}`}
        {answerBy !== null && ` · ${answerByText(answerBy)}`}
      </Box>
      {text && (
        <Box sx={{ mt: 1 }}>
          What they want to get done:
          <Quote sx={words}>{text}</Quote>
        </Box>
      )}
      {reason && (
        <Box sx={{ mt: 1 }}>
          The answer:
          <Quote sx={words}>{reason}</Quote>
        </Box>
      )}
    </Box>
  )
}

type EarlierApplicationsProps = {
  /** The application that is looked at; null while the dialog is closed. */
  application: CreatorApplication | null
  onClose: () => void
}

const History = ({ application, onClose }: { application: CreatorApplication; onClose: () => void }) => {
  const { data, isError, isFetching, refetch } = useQuery(applicationsOfQuery(application.userID))
  return (
    <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
      {data && (
        <Box component="ol" aria-label="Applications, newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map((one) => (
            <Entry key={one.id} application={one} />
          ))}
        </Box>
      )}
      {!data && isError && (
        <ErrorState
          title="Failed to fetch creator applications"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !isError && (
        <DelayedSkeleton>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </DelayedSkeleton>
      )}
    </DialogBody>
  )
}

/** Every creator application of one person with its decision and reason, for anyone who decides about the newest. */
export const EarlierApplications = ({ application, onClose }: EarlierApplicationsProps) => (
  <FormDialog
    title={application ? `Applications of ${personText(application.user)}` : ''}
    isOpen={application !== null}
    onClose={onClose}
    maxWidth="xs"
  >
    {application && <History application={application} onClose={onClose} />}
  </FormDialog>
)
