import { Box, Button, Link as TextLink, Typography } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { OPEN_TASKS_PAGE_MAX, type OpenTask } from '#shared/contract/open-tasks.ts'
import { openTasksText } from '#shared/rules/open-tasks-text.ts'
import { openTasksQuery } from '#data/open-tasks.ts'
import { dateLocale } from '#lib/locale.ts'
import { shortReward } from '#lib/amounts.ts'
import { paths } from '#lib/paths.ts'
import { size, weight } from '#ui/look/tokens.ts'

/** The open tasks that a project's dialog lists at first. */
const SHOWN = 5

const Row = ({ task }: { task: OpenTask }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      justifyContent: 'space-between',
      columnGap: 2,
      py: 1,
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
      <TextLink component={Link} to={paths.openTask(task.id)}>
        {task.title}
      </TextLink>
      {task.mode === 'apply' && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: size.note }}>
          {' '}
          · By application
        </Box>
      )}
    </Box>
    <Box
      component="span"
      className="tabular"
      sx={task.amountCents > 0 ? { fontWeight: weight.semibold } : { color: 'text.secondary' }}
    >
      {task.amountCents > 0 ? shortReward(task.amountCents, task.currency) : 'For reputation'}
    </Box>
  </Box>
)

/** The project's open tasks that the viewer may see: the newest five, then all. Nothing without any. */
export const OpenTasksOfProject = ({ projectID }: { projectID: string }) => {
  const titleId = useId()
  const [isAll, setIsAll] = useState(false)
  const limit = isAll ? OPEN_TASKS_PAGE_MAX : SHOWN
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(openTasksQuery({ projectID, limit }))
  const sum = data?.pages[0]?.ofProject
  if (!sum) return null
  const tasks = data.pages.flatMap((page) => page.data)
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Typography id={titleId} variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {openTasksText(sum, dateLocale)}
      </Typography>
      <Box component="ul" aria-labelledby={titleId} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {tasks.map((task) => (
          <Row key={task.id} task={task} />
        ))}
      </Box>
      {hasNextPage && (
        <Button
          size="small"
          variant="outlined"
          loading={isFetching}
          sx={{ mt: 1.5 }}
          onClick={() => (isAll ? void fetchNextPage() : setIsAll(true))}
        >
          {isAll ? 'Show more' : `Show all ${sum.count.toLocaleString(dateLocale)}`}
        </Button>
      )}
    </Box>
  )
}
