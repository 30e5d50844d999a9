import { Box, Button, Chip, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { GuestOfTask } from '#shared/contract/guests.ts'
import { rewardStateLabel } from '#shared/rules/next-step.ts'
import { nameOf } from '#shared/rules/person.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { CutNote } from '#ui/list/CutNote.tsx'
import { size } from '#ui/look/tokens.ts'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { useInviteMember } from '../data/mutations.ts'
import { guestsQuery } from '../data/queries.ts'
import type { Team } from '../data/use-team.ts'
import { useWhyNotInvite } from './use-why-not-invite.ts'

const dayOf = ({ by, since }: GuestOfTask): string | null => {
  if (by !== null) return `until ${formatDate(by)}`
  return since === null ? null : `since ${formatDate(since)}`
}

type RowProps = { team: Team; guest: GuestOfTask; whyNot: string | null }

const Row = ({ team, guest, whyNot }: RowProps) => {
  const { person, taskId: number, title, state, isRuled } = guest
  const invite = useInviteMember(team.projectID)
  const day = dayOf(guest)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <PersonLine person={person} href={paths.profile(person.username)} />
      </Box>
      <Box sx={{ flex: '2 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <TextLink component={Link} to={paths.taskByNumber(team.projectID, number)}>
          #{number} {title}
        </TextLink>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 0.5 }}>
          <Chip
            size="small"
            label={rewardStateLabel({ state, blocker: isRuled ? { what: 'ruling' } : null })}
            {...(state === 'late' && { color: 'error', variant: 'outlined' })}
          />
          {day && (
            <Box component="span" className="tabular" sx={{ color: 'text.secondary', fontSize: size.note }}>
              {day}
            </Box>
          )}
        </Box>
      </Box>
      {whyNot ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {whyNot}
        </Typography>
      ) : (
        <Button
          size="small"
          variant="outlined"
          startIcon={<UserPlus size={16} aria-hidden />}
          aria-label={`Invite as member: ${nameOf(person)}`}
          disabled={invite.isPending}
          onClick={() => invite.mutate({ person, role: 'member' })}
        >
          Invite as member
        </Button>
      )}
    </Box>
  )
}

/** People from outside who have a task of the project, or have finished one, each with it and its state. Nothing without any. */
export const GuestList = ({ team }: { team: Team }) => {
  const guests = guestsQuery(team.projectID)
  const { data, isError, isFetching, refetch } = useQuery(guests)
  const whyNot = useWhyNotInvite(team)
  if (data ? data.length === 0 : !isError) return null
  return (
    <Box sx={{ mt: 3 }}>
      <TitledCard title="Guests">
        {!data && (
          <ErrorState title="Failed to load the guests" onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
        {data && (
          <>
            <Typography variant="body2" sx={{ mb: 1.5, color: 'text.secondary' }}>
              They are no members: each reads and works on their own task alone.
            </Typography>
            <CutNote of={guests} />
            <Box
              component="ul"
              aria-label="Guests"
              sx={{ listStyle: 'none', m: 0, p: 0, '& > li:last-of-type': { pb: 0 } }}
            >
              {data.map((guest) => (
                <Row key={guest.claimID} team={team} guest={guest} whyNot={whyNot(guest.person)} />
              ))}
            </Box>
          </>
        )}
      </TitledCard>
    </Box>
  )
}
