import { nameOf } from '#shared/rules/person.ts'
import { Box, Button, Card, Link, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink, useNavigate } from 'react-router-dom'
import type { ProjectMember } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { membersQuery } from '#data/memberships.ts'
import { useProjectRole } from '#data/use-project-role.ts'
import { paths } from '#lib/paths.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { radius, weight } from '#ui/look/tokens.ts'
import { NONE } from './project-facts.ts'

const roles = [
  { role: 'owner', title: 'Owners', may: 'Full project control' },
  { role: 'admin', title: 'Admins', may: 'Manage tasks and members' },
  { role: 'member', title: 'Members', may: 'View and edit tasks' },
] as const

const ContactOwner = ({ members }: { members: readonly ProjectMember[] }) => {
  const owners = members.filter(({ role }) => role === 'owner')
  return (
    <Box sx={{ mt: 2, p: 2, border: 1, borderColor: 'divider', borderRadius: radius.medium }}>
      <Typography variant="h4">Contact Project Owner</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Only project owners and admins can manage team members
      </Typography>
      {owners.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 0.5, typography: 'body2' }}>
          {owners.map(({ userID, username, name }) => (
            <Link key={userID} component={RouterLink} to={paths.profile(username)} sx={{ overflowWrap: 'anywhere' }}>
              {nameOf({ name, username })}
            </Link>
          ))}
        </Box>
      )}
    </Box>
  )
}

/** The number of members with each role, and the link to where they are managed. */
export const TeamManagement = ({ projectID }: { projectID: string }) => {
  const navigate = useNavigate()
  const role = useProjectRole(projectID)
  const { data: members, isError, isFetching, refetch } = useQuery(membersQuery(projectID))
  const countOf = (wanted: ProjectMember['role']) => {
    if (members) return members.filter((member) => member.role === wanted).length
    return isError ? NONE : <Skeleton width={20} />
  }
  return (
    <TitledCard
      title="Team Management"
      action={
        isManager(role) && (
          <Button
            size="small"
            variant="outlined"
            onClick={() => void navigate(paths.projectTab(projectID, 'collaborators'))}
          >
            Manage Contributors
          </Button>
        )
      }
    >
      {isError && !members && (
        <Box sx={{ mb: 2 }}>
          <ErrorState title="Failed to load collaborators" onRetry={() => void refetch()} isRetrying={isFetching} />
        </Box>
      )}
      <Box
        component="ul"
        aria-label="Roles"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {roles.map(({ role: one, title, may }) => (
          <Card key={one} component="li" sx={{ px: 2, py: 1.5 }}>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontWeight: weight.semibold }}>
              <span>{title}</span>
              <Box component="span" className="tabular">
                {countOf(one)}
              </Box>
            </Box>
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{may}</Box>
          </Card>
        ))}
      </Box>
      {!isManager(role) && <ContactOwner members={members ?? []} />}
    </TitledCard>
  )
}
