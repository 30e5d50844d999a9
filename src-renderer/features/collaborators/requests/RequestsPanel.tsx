import {
  Box,
  Button,
  FormControlLabel,
  Skeleton,
  Switch,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { useKnownCapability } from '#data/capabilities.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { errorText } from '#lib/query-client.ts'
import { CutNote } from '#ui/list/CutNote.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countOf } from '../data/labels.ts'
import { projectRequestsQuery } from '../data/queries.ts'
import { AddressInvitations, useAddressInvitations } from './AddressInvitations.tsx'
import { RequestCard } from './RequestCard.tsx'
import { RequestGroup } from './RequestGroup.tsx'
import { type RequestDirection, useCollaboratorsView } from '../data/use-collaborators-view.ts'

/** Where a server knows more of applications than the first release, they have a list with a reader. */
const ReceivedPanel = lazyPart(async () => (await import('./ReceivedPanel.tsx')).ReceivedPanel)

const empty = {
  received: { title: 'No received requests', text: 'People who apply to this project appear here.' },
  sent: { title: 'No sent requests', text: 'People you invite appear here, with their answers.' },
} as const

const isWaiting = ({ status }: ProjectRequest) => Number(status === requestStatus.pending)
/** Sorts requests that can be answered first and keeps the order otherwise. */
const waitingFirst = (a: ProjectRequest, b: ProjectRequest) => isWaiting(b) - isWaiting(a)

const endOf = ({ answerBy }: ProjectRequest) => (answerBy === null ? Number.POSITIVE_INFINITY : Date.parse(answerBy))
const nearestFirst = (a: ProjectRequest, b: ProjectRequest) => {
  const [first, second] = [endOf(a), endOf(b)]
  return first === second ? waitingFirst(a, b) : first - second
}

const none: readonly never[] = []

const List = ({ projectID, direction }: { projectID: string; direction: RequestDirection }) => {
  const { data, error, isFetching, refetch } = useQuery(projectRequestsQuery(projectID, direction))
  const invited = useAddressInvitations(projectID, direction === 'sent').data ?? none
  const area = useKeptFocus<HTMLDivElement>()
  const { openDialog, isByAnswer, sortByAnswer } = useCollaboratorsView()
  const rows = (data ?? none).toSorted(isByAnswer ? nearestFirst : waitingFirst)
  if (!data && !error)
    return (
      <DelayedSkeleton>
        {[0, 1, 2].map((key) => (
          <Skeleton key={key} variant="rounded" height={56} sx={{ mb: 1 }} />
        ))}
      </DelayedSkeleton>
    )
  return (
    <Box ref={area} tabIndex={-1} sx={{ outline: 'none' }}>
      {error && (
        <Box sx={{ mb: 2 }}>
          <ErrorState
            title="Failed to load requests"
            text={errorText(error, 'Please try again in a moment.')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Box>
      )}
      {data && (data.length > 0 || invited.length === 0) && (
        <Typography aria-live="polite" className="tabular" sx={{ mb: 1.5, color: 'text.secondary' }}>
          {countOf(data.length, 'request')}
        </Typography>
      )}
      {data?.some(({ answerBy }) => answerBy !== null) && (
        <FormControlLabel
          sx={{ mb: 1 }}
          control={<Switch checked={isByAnswer} onChange={(_event, isSorted) => sortByAnswer(isSorted)} />}
          label="Nearest answer date first"
        />
      )}
      <CutNote of={projectRequestsQuery(projectID, direction)} />
      {data?.length === 0 && invited.length === 0 && (
        <EmptyState
          kind="requests"
          headingLevel={3}
          {...empty[direction]}
          action={
            <Button variant="outlined" onClick={() => openDialog('invite')}>
              Invite somebody
            </Button>
          }
        />
      )}
      <Box
        component="ul"
        aria-label={direction === 'sent' ? 'Requests Sent' : 'Requests Received'}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {rows.map((request, at) => (
          <li key={request.id}>
            {!isByAnswer && <RequestGroup rows={rows} at={at} direction={direction} />}
            <RequestCard projectID={projectID} request={request} />
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** The requests of the project: applications that wait for an answer, and invitations. */
export const RequestsPanel = ({ projectID }: { projectID: string }) => {
  const { direction, selectDirection } = useCollaboratorsView()
  // Until that is known nothing is drawn, or the list would give way to the reader.
  const hasReader = useKnownCapability('decisions')
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        value={direction}
        aria-label="Which requests"
        onChange={(_event, next: RequestDirection | null) => next && selectDirection(next)}
        sx={{ mb: 2 }}
      >
        <ToggleButton value="received" sx={{ px: 2 }}>
          Requests Received
        </ToggleButton>
        <ToggleButton value="sent" sx={{ px: 2 }}>
          Requests Sent
        </ToggleButton>
      </ToggleButtonGroup>
      {direction === 'received' && hasReader === undefined ? null : hasReader && direction === 'received' ? (
        <Suspense>
          <ReceivedPanel projectID={projectID} />
        </Suspense>
      ) : (
        <>
          {direction === 'sent' && <AddressInvitations projectID={projectID} />}
          <List key={direction} projectID={projectID} direction={direction} />
        </>
      )}
    </>
  )
}
