import { Box, Card, Chip, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import type { Collaborator } from '#shared/rules/collaborators.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { formatDate } from '#lib/format.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { paths } from '#lib/paths.ts'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { ActivityDot } from '#ui/board/StatusDot.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import { moneyText, percentText } from '#lib/amounts.ts'
import { CollaboratorMenu } from './CollaboratorMenu.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import type { Team } from '../data/use-team.ts'

/** The look of columns for wide screens only; on narrow ones their contents are below the name. */
const onlyWide = { display: { xs: 'none', md: 'table-cell' } } as const
const onlyNarrow = { display: { md: 'none' } } as const

const tasksText = ({ tasksCompleted, totalTasks, completionRate }: Collaborator): string =>
  totalTasks === 0 ? 'No tasks yet' : `${tasksCompleted} of ${totalTasks} (${percentText(completionRate)})`

const Row = ({ team, person }: { team: Team; person: Collaborator }) => {
  const tasks = team.counts ? tasksText(person) : '–'
  const earnings = team.summary ? moneyText(team.summary.currency, person.earnings) : '–'
  const lastActive = formatDate(person.lastActive)
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <PersonLine
          person={person}
          href={paths.profile(person.username)}
          detail={person.email}
          isViewer={person.userID === team.viewerID}
        >
          <Box sx={{ ...onlyNarrow, mt: 0.75 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <Chip size="small" label={roleLabels[person.role]} />
              <ActivityDot status={person.status} />
            </Box>
            <Box
              className="tabular"
              sx={{
                mt: 0.75,
                display: 'flex',
                flexWrap: 'wrap',
                columnGap: 1.5,
                color: 'text.secondary',
                fontSize: size.note,
                fontWeight: weight.regular,
              }}
            >
              <span>Tasks: {tasks}</span>
              <span>Earnings: {earnings}</span>
            </Box>
          </Box>
        </PersonLine>
      </TableCell>
      <TableCell sx={onlyWide}>
        <Chip size="small" label={roleLabels[person.role]} />
      </TableCell>
      <TableCell sx={onlyWide}>
        <ActivityDot status={person.status} />
        {lastActive && (
          <Box sx={{ mt: 0.5, color: 'text.secondary', fontSize: size.note, whiteSpace: 'nowrap' }}>
            Last active {lastActive}
          </Box>
        )}
      </TableCell>
      <TableCell sx={{ ...onlyWide, minWidth: 130 }} className="tabular">
        {tasks}
        {team.counts && person.totalTasks > 0 && (
          <Box sx={{ mt: 0.75 }}>
            <ProgressBar label={`Tasks of ${person.name} completed`} percent={person.completionRate} height={4} />
          </Box>
        )}
      </TableCell>
      <TableCell sx={{ ...onlyWide, whiteSpace: 'nowrap' }} className="tabular" align="right">
        {earnings}
      </TableCell>
      <TableCell sx={{ ...onlyWide, whiteSpace: 'nowrap' }}>{formatDate(person.joinDate) ?? '–'}</TableCell>
      <TableCell align="right" sx={{ width: 56, verticalAlign: { xs: 'top', md: 'middle' } }}>
        <CollaboratorMenu team={team} person={person} />
      </TableCell>
    </TableRow>
  )
}

/** The collaborators of one page, with their role, tasks and earnings. */
export const CollaboratorTable = ({ team, people }: { team: Team; people: readonly Collaborator[] }) => {
  const area = useKeptFocus<HTMLDivElement>()
  return (
    <Card ref={area} tabIndex={-1} sx={{ outline: 'none' }}>
      <Table
        aria-label="Collaborators"
        sx={{
          '& th, & td': { borderColor: 'divider', px: { xs: 1, lg: 2 } },
          '& th:first-of-type': { pl: { xs: 2, lg: 2.5 } },
          '& td:last-of-type, & th:last-of-type': { pr: { xs: 1, lg: 2 } },
          '& tbody tr:last-of-type > *': { borderBottom: 0 },
        }}
      >
        <TableHead>
          <TableRow sx={{ '& th': { color: 'text.secondary', fontWeight: weight.semibold, whiteSpace: 'nowrap' } }}>
            <TableCell>Name</TableCell>
            <TableCell sx={onlyWide}>Role</TableCell>
            <TableCell sx={onlyWide}>Status</TableCell>
            <TableCell sx={onlyWide}>Tasks completed</TableCell>
            <TableCell sx={onlyWide} align="right">
              Earnings
            </TableCell>
            <TableCell sx={onlyWide}>Joined</TableCell>
            <TableCell align="right">Actions</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {people.map((person) => (
            <Row key={person.userID} team={team} person={person} />
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
