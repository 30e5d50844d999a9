import { Box, Skeleton } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { applicationQuery, writeApplication } from '#data/letters.ts'
import { useCall } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'
import { ReportButton } from '#parts/reports/ReportButton.tsx'
import { Letter } from '#parts/letters/Letter.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ReaderPart } from './ApplicantFacts.tsx'

/** Opens an application: it counts as seen from then on, and what it says stays as it is. */
const useSee = () => {
  const client = useQueryClient()
  return useCall('requests.see', {
    input: (id: string) => ({ params: { id }, body: {} }),
    onSuccess: ({ data }) => writeApplication(client, data),
  })
}

/** What the opened application says, which is read only once it counts as seen; undefined until then. */
export const useOpenedApplication = ({ id, seenAt }: ProjectRequest, hasLetters: boolean) => {
  const see = useSee()
  const wasSeen = seenAt !== null || see.isSuccess
  const read = useQuery({ ...applicationQuery(id), enabled: hasLetters && wasSeen })
  const open = useEffectEvent(() => {
    if (hasLetters && seenAt === null) see.mutate(id)
  })
  useEffect(() => open(), [id, hasLetters])
  return {
    id,
    data: wasSeen ? read.data : undefined,
    // A colleague may have opened it after our own try failed.
    error: wasSeen ? read.error : see.error,
    isRetrying: see.isPending || read.isFetching,
    retry: () => (wasSeen ? void read.refetch() : see.mutate(id)),
  }
}

/** Letter and answers of an application. */
export const ApplicationLetter = ({ opened }: { opened: ReturnType<typeof useOpenedApplication> }) => {
  const { id, data, error, isRetrying, retry } = opened
  return (
    <ReaderPart title="Letter">
      {error && (
        <Box sx={{ mb: data ? 1.5 : 0 }}>
          <ErrorState
            title="Failed to load the letter"
            text={isApiError(error) ? error.serverMessage : ''}
            onRetry={retry}
            isRetrying={isRetrying}
          />
        </Box>
      )}
      {data && <Letter letter={data.letter} answers={data.answers} />}
      {data?.letter && <ReportButton kind="letter" id={id} />}
      {!data && !error && (
        <DelayedSkeleton>
          <Skeleton variant="rounded" height={96} />
        </DelayedSkeleton>
      )}
    </ReaderPart>
  )
}
