import { Box, Card } from '@mui/material'
import { weight } from '#ui/look/tokens.ts'
import type { DashboardStats } from './project-tabs.ts'
import { statColumns } from './layout.ts'

const Stat = ({ label, value, hint }: { label: string; value: number; hint: string }) => (
  <Card sx={{ p: { xs: 2, md: 2.5 }, display: 'flex', flexDirection: 'column' }}>
    <Box component="dt" sx={{ typography: 'body2', fontWeight: weight.semibold, color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" className="tabular" sx={{ m: 0, typography: 'figure', mt: 0.5 }}>
      {value.toLocaleString('en-US')}
    </Box>
    <Box
      component="dd"
      sx={{ display: { xs: 'none', sm: 'block' }, m: 0, typography: 'note', color: 'text.secondary' }}
    >
      {hint}
    </Box>
  </Card>
)

/** Counts the creator's projects in four figures. */
export const StatCards = ({ stats }: { stats: DashboardStats }) => (
  <Box
    component="dl"
    aria-label="Figures"
    // On a phone, figures of zero would be above the invitation to begin.
    sx={{ ...statColumns, m: 0, display: { xs: stats.total === 0 ? 'none' : 'grid', sm: 'grid' } }}
  >
    <Stat label="Total" value={stats.total} hint="Everything you own" />
    <Stat label="Active" value={stats.active} hint="On the market" />
    <Stat label="Drafts" value={stats.drafts} hint="Not published yet" />
    <Stat
      label="Completed"
      value={stats.completed}
      hint={stats.archivedCompleted > 0 ? `${stats.archivedCompleted} of them archived` : 'Finished work'}
    />
  </Box>
)
