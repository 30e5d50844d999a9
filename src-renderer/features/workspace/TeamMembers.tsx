import { Box, Button, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import type { ProjectMember } from '#shared/contract/index.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { membersQuery } from '#data/memberships.ts'
import { paths } from '#lib/paths.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { radius, size, weight } from '#ui/look/tokens.ts'

/** The number of members shown; the others are only counted. */
const SHOWN = 4
const AVATAR_SIZE = 36

const Person = ({ member }: { member: ProjectMember }) => (
  <Box component="li">
    <PersonLine person={member} href={paths.profile(member.username)} detail={roleLabels[member.role]} />
  </Box>
)

const People = ({ members }: { members: readonly ProjectMember[] }) => {
  const more = members.length - SHOWN
  if (members.length === 0)
    return (
      <EmptyState
        kind="people"
        headingLevel={4}
        title="No team members yet"
        text="People who join this project will appear here"
      />
    )
  return (
    <>
      <Box component="ul" aria-label="Team members" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {members.slice(0, SHOWN).map((member) => (
          <Person key={member.userID} member={member} />
        ))}
      </Box>
      {more > 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 1.5, color: 'text.secondary' }}>
          <Box
            component="span"
            className="tabular"
            sx={{
              display: 'grid',
              placeItems: 'center',
              minWidth: AVATAR_SIZE,
              height: AVATAR_SIZE,
              px: 0.5,
              borderRadius: radius.pill,
              border: 1,
              borderColor: 'divider',
              fontSize: size.note,
              fontWeight: weight.semibold,
            }}
          >
            +{more}
          </Box>
          <Box component="span" sx={{ typography: 'body2' }}>
            {more === 1 ? 'more person' : 'more people'}
          </Box>
        </Box>
      )}
    </>
  )
}

/** The project's members: the first four, then how many more there are. */
export const TeamMembers = ({ projectID }: { projectID: string }) => {
  const { data: members, isError, isFetching, refetch } = useQuery(membersQuery(projectID))
  return (
    <TitledCard
      title="Team Members"
      action={
        <Button component={RouterLink} to={paths.projectTab(projectID, 'collaborators')} size="small">
          See all
        </Button>
      }
    >
      {members && <People members={members} />}
      {!members && isError && (
        <ErrorState title="Failed to load collaborators" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!members && !isError && (
        <DelayedSkeleton>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={52} />
          ))}
        </DelayedSkeleton>
      )}
    </TitledCard>
  )
}
