import { Box, Button, Card, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import type { Profile } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { profileQuery } from '#data/people.ts'
import { isApiError } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { SkillChips } from '#ui/person/SkillChips.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { NothingYet } from './NothingYet.tsx'
import { ProfileBio } from './ProfileBio.tsx'
import { MissingParts } from './MissingParts.tsx'
import { ProfileFacts } from './ProfileFacts.tsx'
import { ProfileHeader } from './ProfileHeader.tsx'
import { ProfileProjects } from './ProfileProjects.tsx'
import { WorkAndReviews } from './WorkAndReviews.tsx'

const columns = {
  display: 'grid',
  gap: { xs: 2, md: 3 },
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
} as const

const Content = ({ profile }: { profile: Profile }) => (
  <>
    <ProfileHeader profile={profile} />
    {profile.isOwner && <MissingParts profile={profile} />}
    <Box sx={columns}>
      <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <ProfileBio profile={profile} />
        <ProfileProjects projects={profile.projects} isOwner={profile.isOwner} />
      </Box>
      <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <TitledCard level={2} title="Skills">
          {profile.skills.length > 0 ? (
            <SkillChips skills={profile.skills} />
          ) : (
            <NothingYet text="No skills added yet." />
          )}
        </TitledCard>
        <ProfileFacts profile={profile} />
        <TitledCard level={2} title="Endorsements">
          <NothingYet text="No endorsements yet." />
        </TitledCard>
        {useCapability('ratings', true) ? (
          <WorkAndReviews profile={profile} />
        ) : (
          <TitledCard level={2} title="Portfolio">
            <NothingYet
              text="Coming later."
              hint={`Work samples will appear here. Until then, the projects show what ${profile.isOwner ? 'you have' : `${profile.name} has`} worked on.`}
            />
          </TitledCard>
        )}
      </Box>
    </Box>
  </>
)

const LoadingBox = ({ lines }: { lines: number }) => (
  <Card sx={{ p: { xs: 2.5, sm: 3 } }}>
    <Skeleton width={96} height={28} sx={{ mb: 1 }} />
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} width={line % 3 === 2 ? '45%' : `${92 - line * 4}%`} />
    ))}
  </Card>
)

const Loading = () => (
  <>
    <Box role="status" sx={{ mb: 3 }}>
      <Typography component="h1" sx={{ color: 'text.secondary' }}>
        Loading profile...
      </Typography>
    </Box>
    <DelayedSkeleton>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 4 }}>
        <Skeleton variant="circular" width={88} height={88} />
        <Box sx={{ flex: 1 }}>
          <Skeleton width="40%" height={44} />
          <Skeleton width="26%" />
        </Box>
      </Box>
      <Box sx={columns}>
        <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 } }}>
          <LoadingBox lines={2} />
          <LoadingBox lines={9} />
        </Box>
        <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 } }}>
          <LoadingBox lines={2} />
          <LoadingBox lines={1} />
        </Box>
      </Box>
    </DelayedSkeleton>
  </>
)

const UnknownPerson = ({ username, isSignedIn }: { username: string; isSignedIn: boolean }) => (
  <>
    <Typography variant="body2" role="alert" sx={{ color: 'error.main', textAlign: 'center' }}>
      Failed to load profile
    </Typography>
    <EmptyState
      kind="unknown"
      headingLevel={1}
      title="There is nobody by this name"
      text={`Nobody here is called “${username}”. The name may be misspelt or no longer in use.`}
      action={
        <Button component={Link} to={isSignedIn ? paths.dashboard() : paths.landing()} variant="outlined">
          {isSignedIn ? 'Go to dashboard' : 'Go to the front page'}
        </Button>
      }
    />
  </>
)

/** /pf/:username, a profile, which visitors without an account can read too. */
export const ProfilePage = () => {
  const { username = '' } = useParams()
  const viewerID = useSession((session) => session.userID)
  const { data, error, isFetching, refetch } = useQuery(profileQuery(username))
  const isUnknown = isApiError(error) && error.status === 404
  return (
    <PageFrame title={data?.name ?? username}>
      {data && <Content key={data.id} profile={data} />}
      {!data && !error && <Loading />}
      {!data && isUnknown && <UnknownPerson username={username} isSignedIn={viewerID !== null} />}
      {!data && error && !isUnknown && (
        <>
          <Typography variant="h1" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {username}
          </Typography>
          <ErrorState
            title="Failed to load profile"
            text="Please try again in a moment."
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </>
      )}
    </PageFrame>
  )
}
