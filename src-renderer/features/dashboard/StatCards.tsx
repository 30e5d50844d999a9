import { Box } from '@mui/material'
import { Figure, FigureLine } from '#ui/list/FigureLine.tsx'
import type { DashboardStats } from './project-tabs.ts'

/** Counts the creator's projects in one line: the tabs below have the same words. */
export const StatCards = ({ stats }: { stats: DashboardStats }) => (
  // On a phone, figures of zero would be above the invitation to begin.
  <Box sx={{ display: { xs: stats.total === 0 ? 'none' : 'block', sm: 'block' } }}>
    <FigureLine label="Figures">
      <Figure label="Total">{stats.total.toLocaleString('en-US')}</Figure>
      <Figure label="Active">{stats.active.toLocaleString('en-US')}</Figure>
      <Figure label="Drafts">{stats.drafts.toLocaleString('en-US')}</Figure>
      <Figure
        label="Completed"
        note={stats.archivedCompleted > 0 ? `${stats.archivedCompleted} of them archived` : undefined}
      >
        {stats.completed.toLocaleString('en-US')}
      </Figure>
    </FigureLine>
  </Box>
)
