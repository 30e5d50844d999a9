import {
  Box,
  Button,
  Link as MuiLink,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ReputationLine } from '#shared/contract/index.ts'
import { reputationRuleText } from '#shared/rules/reputation.ts'
import { query } from '#data/query.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { NothingYet } from './NothingYet.tsx'

const PER_PAGE = 10
const signed = new Intl.NumberFormat('en-US', { signDisplay: 'always' })

const Task = ({ line: { rule, project, task } }: { line: ReputationLine }) => {
  if (rule === 'before') return <>{reputationRuleText.before}</>
  if (!project) return <>a task in a private project</>
  if (!task) return <>a task</>
  return (
    <MuiLink component={Link} to={paths.taskByNumber(project.id, task.taskId)}>
      {task.title}
    </MuiLink>
  )
}

const Row = ({ line }: { line: ReputationLine }) => (
  <TableRow>
    <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
      <Task line={line} />
      {!['before', 'completed'].includes(line.rule) && (
        <Typography variant="note" sx={{ display: 'block', color: 'text.secondary' }}>
          {reputationRuleText[line.rule]}
        </Typography>
      )}
    </TableCell>
    <TableCell sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>{line.project?.title ?? '–'}</TableCell>
    <TableCell align="right" className="tabular">
      {signed.format(line.amount)}
    </TableCell>
    <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDate(line.createdAt)}</TableCell>
  </TableRow>
)

const Lines = ({ lines }: { lines: readonly ReputationLine[] }) => (
  <Table
    size="small"
    aria-label="Where the points come from"
    sx={{ '& th, & td': { px: { xs: 0.75, sm: 2 }, fontWeight: 'inherit' }, tableLayout: 'auto' }}
  >
    <TableHead>
      <TableRow>
        {['Task', 'Project', 'Points', 'Day'].map((name) => (
          <TableCell key={name} scope="col" {...(name === 'Points' && { align: 'right' })}>
            {name}
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>
      {lines.map((line) => (
        <Row key={line.id} line={line} />
      ))}
    </TableBody>
  </Table>
)

type PagesProps = { page: number; pages: number; isBusy: boolean; onPage: (page: number) => void }
const Pages = ({ page, pages, isBusy, onPage }: PagesProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, mt: 1.5 }}>
    <Button size="small" disabled={page === 1 || isBusy} onClick={() => onPage(page - 1)}>
      Newer
    </Button>
    <Typography variant="body2" role="status" className="tabular">
      Page {page} of {pages}
    </Typography>
    <Button size="small" disabled={page === pages || isBusy} onClick={() => onPage(page + 1)}>
      Older
    </Button>
  </Box>
)

/** What a person's reputation is made of, newest first, in pages. */
export const ReputationLines = ({ username }: { username: string }) => {
  const [page, setPage] = useState(1)
  const { data, isError, isFetching, refetch } = useQuery(
    query(
      'reputation.lines',
      { params: { username: username.toLowerCase() }, query: { page, limit: PER_PAGE } },
      { placeholderData: keepPreviousData, retry: false },
    ),
  )
  return (
    <TitledCard level={2} title="Where the points come from">
      {isError && (
        <ErrorState title="Failed to load reputation" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!isError && !data && (
        <DelayedSkeleton>
          {Array.from({ length: 5 }, (_, row) => (
            <Skeleton key={row} height={40} />
          ))}
        </DelayedSkeleton>
      )}
      {!isError && data && data.data.length === 0 && (
        <NothingYet
          text="No points yet."
          hint="A task gives its assignee points when someone else marks it as Completed."
        />
      )}
      {!isError && data && data.data.length > 0 && (
        <>
          <Lines lines={data.data} />
          {data.pagination.totalPages > 1 && (
            <Pages page={page} pages={data.pagination.totalPages} isBusy={isFetching} onPage={setPage} />
          )}
        </>
      )}
    </TitledCard>
  )
}
