import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { Problem } from '#shared/rules/import/drafts.ts'
import type { Member, Plan } from '#shared/rules/import/plan.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'

const ROWS = 10
const PROBLEMS = 100

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)
export const tasksText = (count: number): string => (count === 1 ? '1 task' : `${count.toLocaleString('en-US')} tasks`)

const Problems = ({ title, problems }: { title: string; problems: readonly Problem[] }) =>
  problems.length > 0 && (
    <Box component="section" aria-label={title}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="ul" tabIndex={0} aria-label={title} sx={{ m: 0, pl: 2.5, maxHeight: 200, overflowY: 'auto' }}>
        {problems.slice(0, PROBLEMS).map(({ where, text }, at) => (
          <Typography component="li" variant="body2" key={at} sx={{ overflowWrap: 'anywhere' }}>
            {where === '' ? text : `${where}: ${text}`}
          </Typography>
        ))}
        {problems.length > PROBLEMS && (
          <Typography component="li" variant="body2">
            {`and ${(problems.length - PROBLEMS).toLocaleString('en-US')} more`}
          </Typography>
        )}
      </Box>
    </Box>
  )

type ImportPreviewProps = { plan: Plan; members: readonly Member[] }

/** What would be there after the import: its first tasks, what is left out, and what is changed on the way. */
export const ImportPreview = ({ plan: { tasks, problems }, members }: ImportPreviewProps) => {
  const refused = problems.filter(({ isRefused }) => isRefused)
  const refusedRows = refused.reduce((sum, { rows = 1 }) => sum + rows, 0)
  const nameOf = (userID: string | undefined) => {
    const member = members.find((one) => one.userID === userID)
    return member ? member.name || member.username : ''
  }
  return (
    <>
      <Box component="section" aria-label="Preview">
        <Typography variant="h3">Preview</Typography>
        <Typography role="status" sx={{ mb: 1, color: 'text.secondary' }}>
          {tasksText(tasks.length)}
          {refused.length > 0 && `, ${rowsText(refusedRows)} left out`}
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
                {tasks.slice(0, ROWS).map((task, at) => (
                  <TableRow key={at}>
                    <TableCell sx={{ minWidth: 200, overflowWrap: 'anywhere' }}>{task.title}</TableCell>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>{taskStatusLabel(task.status)}</TableCell>
                    <TableCell>{nameOf(task.assignedToID)}</TableCell>
                    <TableCell className="tabular" sx={{ whiteSpace: 'nowrap' }}>
                      {task.dueOn ?? ''}
                    </TableCell>
                    <TableCell>{task.priority === 'none' ? '' : task.priority}</TableCell>
                    <TableCell>{task.labels?.join(', ')}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </Box>
        )}
      </Box>
      <Problems title="Left out" problems={refused} />
      <Problems title="Please note" problems={problems.filter(({ isRefused }) => !isRefused)} />
    </>
  )
}
