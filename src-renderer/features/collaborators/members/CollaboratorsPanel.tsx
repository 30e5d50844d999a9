import { exportName } from '#shared/rules/file-name.ts'
import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId } from 'react'
import type { Collaborator } from '#shared/rules/collaborators.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { membersQuery } from '#data/memberships.ts'
import { projectQuery } from '#data/projects.ts'
import { toast } from '#lib/toast.ts'
import { saveInBrowser } from '#platform/save-in-browser.ts'
import { CutNote } from '#ui/list/CutNote.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { ListToolbar } from '#ui/list/ListToolbar.tsx'
import { Pager } from '#ui/list/Pager.tsx'
import {
  type CollaboratorFilters,
  filterCollaborators,
  isFiltered,
  pageOf,
  PEOPLE_PER_PAGE,
  roleFilters,
  SEARCH_MAX,
  statusFilters,
} from '../data/collaborator-filters.ts'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { CollaboratorTable } from './CollaboratorTable.tsx'
import { toCsv } from './collaborators-csv.ts'
import { GuestList } from './GuestList.tsx'
import { countOf, shownOf } from '../data/labels.ts'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import type { Team } from '../data/use-team.ts'

/** The reason why the list cannot be exported; null when it can. */
const whyNoExport = (team: Team, shown: readonly Collaborator[]): string | null => {
  if (team.collaborators.length === 0) return 'Off: collaborators were not loaded.'
  if (!team.counts || !team.summary) return 'Off: tasks or payments were not loaded.'
  return shown.length === 0 ? 'Off: the list is empty.' : null
}

const ExportButton = ({ team, shown }: { team: Team; shown: readonly Collaborator[] }) => {
  const reasonId = useId()
  const { data: project } = useQuery(projectQuery(team.projectID))
  const reason = whyNoExport(team, shown)
  const save = () => {
    const name = exportName('collaborators', project?.title ?? team.projectID, new Date(), 'csv')
    saveInBrowser(new TextEncoder().encode(toCsv(shown, team.currency)), name)
    toast(`${countOf(shown.length, 'collaborator')} exported to ${name}.`, 'success')
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {reason && (
        <Typography id={reasonId} variant="body2" sx={{ color: 'text.secondary' }}>
          {reason}
        </Typography>
      )}
      <Button
        variant="outlined"
        startIcon={<Download size={16} aria-hidden />}
        disabled={reason !== null}
        aria-describedby={reason ? reasonId : undefined}
        onClick={save}
      >
        Export
      </Button>
    </Box>
  )
}

const roles = roleFilters.map((value) => ({ value, label: roleLabels[value] }))
const statusLabels = { active: 'Active', inactive: 'Inactive' } as const
const statuses = statusFilters.map((value) => ({ value, label: statusLabels[value] }))

const Filters = ({
  filters,
  filter,
}: {
  filters: CollaboratorFilters
  filter: (change: Partial<CollaboratorFilters>) => void
}) => (
  <ListToolbar
    label="Search"
    placeholder="Name or email"
    maxLength={SEARCH_MAX}
    q={filters.q}
    onSearch={(q) => filter({ q })}
  >
    <FilterSelect
      label="Role"
      all="All roles"
      choices={roles}
      value={filters.role}
      onChange={(role) => filter({ role })}
    />
    <FilterSelect
      label="Status"
      all="All statuses"
      choices={statuses}
      value={filters.status}
      onChange={(status) => filter({ status })}
    />
  </ListToolbar>
)

/** The project's collaborators, narrowed by text, role and status, with the actions for each. */
export const CollaboratorsPanel = ({ team }: { team: Team }) => {
  const { filters, filter, page: wanted, hrefOfPage, dialog, subject, closeDialog } = useCollaboratorsView()
  const hasGuests = useCapability('claims', true)
  const { collaborators } = team
  const shown = filterCollaborators(collaborators, filters)
  const { items, page, totalPages } = pageOf(shown, wanted, PEOPLE_PER_PAGE)
  const changed = dialog === 'role' ? collaborators.find(({ userID }) => userID === subject) : undefined
  return (
    <>
      <Filters filters={filters} filter={filter} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 2, mb: 1, minHeight: 40 }}>
        <Typography aria-live="polite" className="tabular" sx={{ flex: 1, color: 'text.secondary' }}>
          {shownOf(shown.length, collaborators.length, isFiltered(filters))}
        </Typography>
        <ExportButton team={team} shown={shown} />
      </Box>
      <CutNote of={membersQuery(team.projectID)} />
      {items.length > 0 && <CollaboratorTable team={team} people={items} />}
      {shown.length === 0 && collaborators.length > 0 && (
        <EmptyState
          kind="nothingFound"
          headingLevel={3}
          title="Nobody matches"
          text="No collaborator fits this search and these filters."
          action={
            <Button variant="outlined" onClick={() => filter({ q: '', role: null, status: null })}>
              Show everybody
            </Button>
          }
        />
      )}
      <Box sx={{ mt: 2 }}>
        <Pager page={page} totalPages={totalPages} hrefOf={hrefOfPage} />
      </Box>
      {hasGuests && <GuestList team={team} />}
      <ChangeRoleDialog projectID={team.projectID} person={changed} onClose={closeDialog} />
    </>
  )
}
