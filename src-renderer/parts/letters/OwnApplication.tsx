import { Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Application } from '#shared/contract/letters.ts'
import { questionsOf } from '#shared/rules/letters.ts'
import { applicationQuery } from '#data/letters.ts'
import { isApiError } from '#lib/api.ts'
import { relativeDays } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ApplicationSheet } from './ApplicationSheet.tsx'
import { Letter } from './Letter.tsx'
import { useSaveApplication } from './mutations.ts'
import { Thread } from './Thread.tsx'

/** Whether somebody of the project has opened it. */
const seenText = ({ seenAt, isClosed }: Application): string => {
  if (seenAt !== null) return `Seen by the project ${relativeDays(seenAt)?.toLowerCase() ?? ''}`.trim()
  return isClosed ? 'It was closed before anybody had opened it.' : 'Not seen yet: you can still change it.'
}

/** Why what was changed cannot be saved any more. */
const whyNotSave = ({ seenAt, isClosed, mayEdit }: Application): string | null => {
  if (mayEdit) return null
  if (isClosed) return 'This application is closed.'
  return seenAt === null ? 'This application cannot be changed.' : 'The project has read your application meanwhile.'
}

const Edit = ({ application, isOpen, onClose }: { application: Application; isOpen: boolean; onClose: () => void }) => {
  const save = useSaveApplication(application.id)
  const { letter, answers } = application
  return (
    <ApplicationSheet
      title="Change your application"
      sendLabel="Save"
      isOpen={isOpen}
      onClose={onClose}
      about={application.id}
      initial={{
        letter: letter ?? '',
        answers: Object.fromEntries(answers.map(({ question, answer }) => [question, answer])),
      }}
      questions={questionsOf(answers)}
      whyNot={whyNotSave(application)}
      isSending={save.isPending}
      error={save.error}
      onSend={(body, { onSuccess, onError }) =>
        save.mutate(body, {
          onSuccess: () => {
            toast('Your application is changed.', 'success')
            onSuccess()
            onClose()
          },
          onError,
        })
      }
    />
  )
}

const Said = ({ application, headingLevel }: { application: Application; headingLevel: 2 | 3 | 4 }) => {
  const heading = useId()
  const [isEditing, setIsEditing] = useState(false)
  const { letter, answers, mayEdit } = application
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography id={heading} variant="h4" component={`h${headingLevel}`}>
          Your application
        </Typography>
        <Typography role="status" variant="body2" sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
          {seenText(application)}
        </Typography>
        {mayEdit && (
          <Button size="small" variant="outlined" onClick={() => setIsEditing(true)}>
            {letter === null && answers.length === 0 ? 'Add a Letter' : 'Change'}
          </Button>
        )}
      </Box>
      <Letter letter={letter} answers={answers} />
      {/* Open while it is written, also when it can no longer be saved: then it says so. */}
      <Edit application={application} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </Box>
  )
}

type OwnApplicationProps = { requestID: string; headingLevel?: 2 | 3 | 4 }

/** The viewer's own application: what it says, whether it was seen, and the conversation about it. */
export const OwnApplication = ({ requestID, headingLevel = 3 }: OwnApplicationProps) => {
  const { data, error, isFetching, refetch } = useQuery(applicationQuery(requestID))
  if (!data)
    return error ? (
      <ErrorState
        title="Failed to load your application"
        text={isApiError(error) ? error.serverMessage : ''}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <DelayedSkeleton>
        <Skeleton width="40%" height={32} />
        <Skeleton variant="rounded" height={96} />
      </DelayedSkeleton>
    )
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Said application={data} headingLevel={headingLevel} />
      <Thread
        requestID={requestID}
        projectID={data.project.id}
        mayComment={data.mayComment}
        headingLevel={headingLevel}
      />
    </Box>
  )
}
