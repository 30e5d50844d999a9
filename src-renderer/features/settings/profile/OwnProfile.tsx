import { Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { FirstUse } from './FirstUse.tsx'
import { PictureCard } from './PictureCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ownProfileQuery } from './queries.ts'

/** What others see of the viewer, to be edited: picture and profile. */
export const OwnProfile = () => {
  const [search] = useSearchParams()
  const { data, isError, isFetching, refetch } = useQuery(ownProfileQuery())
  return (
    <>
      {data && search.has('first') ? (
        <FirstUse profile={data} />
      ) : data ? (
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
