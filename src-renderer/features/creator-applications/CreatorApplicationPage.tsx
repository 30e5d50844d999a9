import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '#lib/query-client.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { CreatorApplicationCard } from './CreatorApplicationCard.tsx'
import { ApplyCard } from './ApplyCard.tsx'
import { creatorApplicationStatusQuery } from './queries.ts'
import { WhyCreate } from './WhyCreate.tsx'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'

/** /creator-application: what creators do here, and the state of the viewer's own application. */
export const CreatorApplicationPage = () => {
  const { data, error, refetch, isFetching } = useQuery(creatorApplicationStatusQuery())
  return (
    <Box sx={{ maxWidth: 1040, mx: 'auto', px: { xs: 2, md: 3 }, py: { xs: 3, md: 6 } }}>
      <PageTitle title="Become a creator" />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 4, md: 7 },
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 6fr) minmax(0, 5fr)' },
        }}
      >
        <Box>
          <Typography variant="h1" sx={{ textWrap: 'balance' }}>
            Bring your project to the guild
          </Typography>
          <Typography variant="lead" component="p" sx={{ mt: 2, color: 'text.secondary', maxWidth: 520 }}>
            Creators publish what they are building, split it into tasks that can be finished, and pick the people who
            finish them.{' '}
            {data?.isForEveryone
              ? 'Everyone can be one here.'
              : 'A person looks at everyone who wants to publish, so the market stays worth reading.'}
          </Typography>
        </Box>
        <Box>
          {data?.application ? (
            <CreatorApplicationCard
              application={data.application}
              onRefresh={() => void refetch()}
              isRefreshing={isFetching}
              hasFailed={error !== null}
            />
          ) : data ? (
            <ApplyCard isForEveryone={data.isForEveryone} />
          ) : error ? (
            <ErrorState
              title="We could not check your application"
              text={errorText(error, '')}
              onRetry={() => void refetch()}
              isRetrying={isFetching}
            />
          ) : (
            <Box role="status" sx={{ display: 'grid', gap: 1.5 }}>
              <Typography sx={{ color: 'text.secondary' }}>Checking your application status...</Typography>
              <CardSkeleton lines={7} />
            </Box>
          )}
        </Box>
      </Box>
      <WhyCreate />
    </Box>
  )
}
