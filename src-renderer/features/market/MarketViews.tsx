import { Box, Tab, Tabs } from '@mui/material'
import { Link } from 'react-router-dom'
import { useCapability } from '#data/capabilities.ts'
import { paths } from '#lib/paths.ts'

/** Leads from one view of the market to the other; nothing where the server has no open tasks. */
export const MarketViews = ({ view }: { view: 'projects' | 'tasks' }) => {
  const hasTasks = useCapability('claims', true)
  if (!hasTasks) return null
  return (
    // Tabs would give the name to its list, and leave the landmark without one.
    <Box component="nav" aria-label="Views of the market" sx={{ mt: { xs: 1, sm: 2 } }}>
      <Tabs
        value={view}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
        slotProps={{ list: { role: 'presentation' } }}
      >
        {(
          [
            ['projects', 'Projects', paths.market()],
            ['tasks', 'Open tasks', paths.marketTasks()],
          ] as const
        ).map(([value, label, to]) => (
          <Tab
            key={value}
            component={Link}
            role="link"
            aria-selected={undefined}
            aria-current={value === view ? 'page' : undefined}
            tabIndex={0}
            value={value}
            label={label}
            to={to}
          />
        ))}
      </Tabs>
    </Box>
  )
}
