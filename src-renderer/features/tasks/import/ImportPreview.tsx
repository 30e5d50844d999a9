import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { priorityLabels } from '../data/task-facts.ts'
import { ImportNotes } from './ImportNotes.tsx'
import type { Preview } from './reader.ts'

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)
export const tasksText = (count: number): string => (count === 1 ? '1 task' : `${count.toLocaleString('en-US')} tasks`)

/** What would be there after the import: the first tasks, and what is changed on the way. */
export const ImportPreview = ({ preview: { count, tasks, notes, refused } }: { preview: Preview }) => (
  <>
    <Box component="section" aria-label="Preview">
      <Typography variant="h3">Preview</Typography>
      <Typography role="status" sx={{ mb: 1, color: 'text.secondary' }}>
        {tasksText(count)}
        {refused.count > 0 && `, ${rowsText(refused.count)} left out`}
        {count > tasks.length && `; the first ${tasks.length}:`}
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
              {tasks.map(({ assignee, ...sent }, at) => (
                <TableRow key={at}>
                  <TableCell sx={{ minWidth: 200, overflowWrap: 'anywhere' }}>{sent.title}</TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{taskStatusLabel(sent.status)}</TableCell>
                  <TableCell>{assignee}</TableCell>
                  <TableCell className="tabular" sx={{ whiteSpace: 'nowrap' }}>
                    {sent.dueOn ?? ''}
                  </TableCell>
                  <TableCell>{sent.priority && sent.priority !== 'none' && priorityLabels[sent.priority]}</TableCell>
                  <TableCell>{sent.labels?.join(', ')}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Box>
    <ImportNotes {...notes} />
  </>
)
