import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { groupNotes } from '#shared/rules/import/notes.ts'
import type { Plan } from '#shared/rules/import/plan.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { ImportNotes, ImportRefused } from './ImportNotes.tsx'

const ROWS = 10

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)
export const tasksText = (count: number): string => (count === 1 ? '1 task' : `${count.toLocaleString('en-US')} tasks`)

/** What would be there after the import: the rows that are left out, the first tasks, and what is changed on the way. */
export const ImportPreview = ({ plan: { tasks, notes, refused } }: { plan: Plan }) => (
  <>
    <ImportRefused refused={refused} />
    <Box component="section" aria-label="Preview">
      <Typography variant="h3">Preview</Typography>
      <Typography role="status" sx={{ mb: 1, color: 'text.secondary' }}>
        {tasksText(tasks.length)}
        {refused.length > 0 && `, ${rowsText(refused.length)} left out`}
        {tasks.length > ROWS && `; the first ${ROWS}:`}
      </Typography>
      {tasks.length > 0 && (
        <Box tabIndex={0} role="region" aria-label="First tasks" sx={{ overflowX: 'auto' }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {['Title', 'Status', 'Assignee', 'Due', 'Priority', 'Labels'].map((name) => (
                  <TableCell key={name}>{name}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {tasks.slice(0, ROWS).map(({ sent, assignee }, at) => (
                <TableRow key={at}>
                  <TableCell sx={{ minWidth: 200, overflowWrap: 'anywhere' }}>{sent.title}</TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{taskStatusLabel(sent.status)}</TableCell>
                  <TableCell>{assignee ? assignee.name || assignee.username : ''}</TableCell>
                  <TableCell className="tabular" sx={{ whiteSpace: 'nowrap' }}>
                    {sent.dueOn ?? ''}
                  </TableCell>
                  <TableCell>{sent.priority === 'none' ? '' : sent.priority}</TableCell>
                  <TableCell>{sent.labels?.join(', ')}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Box>
    <ImportNotes groups={groupNotes(notes)} />
  </>
)
