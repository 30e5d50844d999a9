import { Alert, Button, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { useWelcome } from './mutations.ts'
import { PictureCard } from './PictureCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ownProfileQuery } from './queries.ts'

/** What a new account reads when it is led here. Being shown is what counts: it is never shown again. */
const Welcome = () => {
  const { mutate } = useWelcome()
  const note = useEffectEvent(() => mutate())
  useEffect(() => note(), [])
  return (
    <Alert
      severity="info"
      action={
        <Button component={Link} to={paths.dashboard()} color="inherit">
          Skip
        </Button>
      }
    >
      <strong>Say what you can do.</strong> Creators find people by their skills and their headline. You can change all
      of this later, in Settings.
    </Alert>
  )
}

/** What others see of the viewer, to be edited: picture and profile. */
export const OwnProfile = () => {
  const [search] = useSearchParams()
  const { data, isError, isFetching, refetch } = useQuery(ownProfileQuery())
  return (
    <>
      {search.has('first') && <Welcome />}
      {data ? (
        <>
          <PictureCard profile={data} />
          <ProfileForm profile={data} />
        </>
      ) : (
        <TitledCard title="Profile" level={2}>
          {isError ? (
            <ErrorState title="Failed to load profile" onRetry={() => void refetch()} isRetrying={isFetching} />
          ) : (
            <DelayedSkeleton>
              {Array.from({ length: 5 }, (_, row) => (
                <Skeleton key={row} height={64} />
              ))}
            </DelayedSkeleton>
          )}
        </TitledCard>
      )}
    </>
  )
}
