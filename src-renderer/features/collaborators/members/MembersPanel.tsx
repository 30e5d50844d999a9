import { Box, Button, Chip, Typography } from '@mui/material'
import { roleLabels } from '#shared/rules/membership.ts'
import { membersQuery } from '#data/memberships.ts'
import { paths } from '#lib/paths.ts'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { CutNote } from '#ui/list/CutNote.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Pager } from '#ui/list/Pager.tsx'
import { SearchBox } from '#ui/list/SearchBox.tsx'
import { filterCollaborators, pageOf, PEOPLE_PER_PAGE, SEARCH_MAX } from '../data/collaborator-filters.ts'
import { shownOf } from '../data/labels.ts'
import { OwnPayments } from '../payments/OwnPayments.tsx'
import { useAskAndRemove } from './use-ask-and-remove.ts'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import type { Team } from '../data/use-team.ts'

/** The view of a member: the other collaborators, to read and to search, and the member's own payments. */
export const MembersPanel = ({ team }: { team: Team }) => {
  const { filters, filter, page: wanted, hrefOfPage } = useCollaboratorsView()
  const { collaborators } = team
  const { askAndRemove, isPending } = useAskAndRemove(team.projectID, team.viewerID)
  const shown = filterCollaborators(collaborators, { q: filters.q, role: null, status: null })
  const { items, page, totalPages } = pageOf(shown, wanted, PEOPLE_PER_PAGE)
  return (
    <>
      <Box sx={{ display: 'flex', maxWidth: 480, mb: 2 }}>
        <SearchBox
          label="Search"
          placeholder="Name"
          maxLength={SEARCH_MAX}
          q={filters.q}
          onSearch={(q) => filter({ q })}
        />
      </Box>
      <Typography aria-live="polite" className="tabular" sx={{ mb: 1, color: 'text.secondary' }}>
        {shownOf(shown.length, collaborators.length, filters.q.trim() !== '')}
      </Typography>
      <CutNote of={membersQuery(team.projectID)} />
      <Box component="ul" aria-label="Collaborators" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((person) => (
          <Box
            component="li"
            key={person.userID}
            sx={{
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'space-between',
              gap: 2,
              py: 1.5,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <PersonLine
              person={person}
              href={paths.profile(person.username)}
              detail={person.email}
              isViewer={person.userID === team.viewerID}
            />
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', alignItems: 'center', gap: 1.5 }}>
              <Chip size="small" label={roleLabels[person.role]} />
              {person.userID === team.viewerID && (
                <Button size="small" color="error" loading={isPending} onClick={() => void askAndRemove(person)}>
                  Leave project
                </Button>
              )}
            </Box>
          </Box>
        ))}
      </Box>
      {shown.length === 0 && collaborators.length > 0 && (
        <EmptyState
          kind="nothingFound"
          headingLevel={3}
          title="Nobody matches"
          text="No collaborator has this in their name."
          action={
            <Button variant="outlined" onClick={() => filter({ q: '' })}>
              Show everybody
            </Button>
          }
        />
      )}
      <Box sx={{ mt: 2 }}>
        <Pager page={page} totalPages={totalPages} hrefOf={hrefOfPage} />
      </Box>
      <OwnPayments projectID={team.projectID} />
    </>
  )
}
