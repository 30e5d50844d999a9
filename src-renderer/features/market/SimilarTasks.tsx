import { Box, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { OpenTaskPage } from '#shared/contract/open-tasks.ts'
import { SIMILAR_MAX, similarTasksQuery } from '#data/open-tasks.ts'
import { paths } from '#lib/paths.ts'
import { shownReward } from './OpenTaskCard.tsx'

/** What else the viewer may take, where somebody else has a task. */
export const SimilarTasks = ({ task }: { task: Pick<OpenTaskPage, 'id' | 'skills'> }) => {
  const { data = [] } = useQuery(similarTasksQuery(task.skills[0], true))
  const others = data.filter(({ id }) => id !== task.id).slice(0, SIMILAR_MAX)
  if (others.length === 0) return null
  return (
    <Box>
      <Typography variant="h4" component="h3">
        Similar tasks that you may take
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, display: 'grid', gap: 0.5 }}>
        {others.map((other) => (
          <li key={other.id}>
            <TextLink component={Link} to={paths.openTask(other.id)}>
              {other.title}
            </TextLink>{' '}
            · {shownReward(other)}
          </li>
        ))}
      </Box>
    </Box>
  )
}
