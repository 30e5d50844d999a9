import { Box, Button, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import type { OwnWork } from '#shared/contract/index.ts'
import { paths } from '#lib/paths.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'

/** The filter of a project's tasks for those that nobody has. */
const NOBODY = 'none'

const freeText = (count: number): string =>
  count === 0 ? 'No task is free right now.' : count === 1 ? '1 task is free.' : `${count} tasks are free.`

/** A project that has approved the person, what is free in it, and the way there. */
export const JoinedProject = ({ project: { id, title, freeTasks } }: { project: OwnWork['joined'][number] }) => {
  const [to, label] =
    freeTasks > 0
      ? [paths.tasksOf(id, NOBODY), 'See free tasks']
      : [paths.projectTab(id, 'overview'), 'Open the project']
  return (
    <TitledCard title={title} level={2}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5 }}>
        <Typography className="tabular">You are in. {freeText(freeTasks)}</Typography>
        <Button component={Link} to={to} variant="outlined" size="small" aria-label={`${label}: ${title}`}>
          {label}
        </Button>
      </Box>
    </TitledCard>
  )
}
