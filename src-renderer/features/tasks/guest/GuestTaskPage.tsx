import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import type { Claim } from '#shared/contract/claims.ts'
import { useKnownCapability } from '#data/capabilities.ts'
import { ownClaimsQuery } from '#data/claims.ts'
import { errorText } from '#lib/query-client.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Loading } from '../task/TaskDialog.tsx'
import { EndedClaim } from './EndedClaim.tsx'
import { BesideList, GuestFrame } from './GuestFrame.tsx'
import { GuestTask } from './GuestTask.tsx'

type GuestTaskPageProps = {
  projectID: string
  number: string
  /** Instead of the page, for somebody who has not taken this task. */
  otherwise: ReactNode
}

const isReadable = ({ state, task }: Claim): boolean => task !== null && (state === 'active' || state === 'finished')

/** The highest number that a task can have. */
const HIGHEST = 2_147_483_647
/** The number of a task as its address has it; 0, which no task has, for what is no number. */
const numberOf = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= HIGHEST ? Number(text) : 0)

/**
 * /project/:projectID/tasks/:number for somebody who is no member: the task that they have taken or finished as its
 * guest; after a claim that they have lost, the copy of what they wrote.
 */
export const GuestTaskPage = ({ projectID, number, otherwise }: GuestTaskPageProps) => {
  const hasClaims = useKnownCapability('claims')
  const wanted = numberOf(number)
  const isAsked = hasClaims === true && wanted > 0
  const { data, error, isFetching, refetch } = useQuery(ownClaimsQuery(projectID, wanted, isAsked))
  if (hasClaims === false || wanted === 0 || data?.length === 0) return otherwise
  const claim = data?.find(isReadable) ?? data?.[0]
  if (!claim)
    return (
      <GuestFrame title={`Task #${number}`}>
        {error ? (
          <ErrorState
            title={errorText(error, 'Failed to load the task')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Box sx={{ maxWidth: 720 }}>
            <Loading />
          </Box>
        )}
      </GuestFrame>
    )
  return isReadable(claim) ? (
    <GuestTask key={claim.id} claim={claim} onLost={() => void refetch()} />
  ) : (
    <EndedClaim key={claim.id} claim={claim} number={number} />
  )
}

/** The same beside a list, such as the inbox. */
export const GuestTaskPane = (props: GuestTaskPageProps) => (
  <BesideList>
    <GuestTaskPage {...props} />
  </BesideList>
)
