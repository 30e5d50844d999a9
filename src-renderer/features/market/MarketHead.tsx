import { Box, Tab, Tabs, type Theme, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import { useCapability } from '#data/capabilities.ts'
import { paths } from '#lib/paths.ts'
import { visuallyHidden } from '#ui/look/text-looks.ts'

const views = [
  ['projects', 'Projects', paths.market()],
  ['tasks', 'Open tasks', paths.marketTasks()],
] as const

type MarketHeadProps = { view: 'projects' | 'tasks'; title: string; lead: string }

/**
 * The head of a view of the market, with a link to the other one; without links where the server has no open tasks. On a
 * phone the links stand for the heading, so that the list begins high on the screen.
 */
export const MarketHead = ({ view, title, lead }: MarketHeadProps) => {
  const hasTasks = useCapability('claims', true)
  return (
    <>
      <Typography
        variant="h1"
        sx={(theme: Theme) => (hasTasks ? { [theme.breakpoints.down('sm')]: visuallyHidden } : {})}
      >
        {title}
      </Typography>
      <Typography sx={{ display: { xs: 'none', sm: 'block' }, mt: 1, color: 'text.secondary' }}>{lead}</Typography>
      {hasTasks && (
        // Tabs would give the name to its list, and leave the landmark without one.
        <Box component="nav" aria-label="Views of the market" sx={{ mt: { xs: -1.5, sm: 2 } }}>
          <Tabs
            value={view}
            sx={{ borderBottom: 1, borderColor: 'divider', minHeight: { xs: 44, sm: 48 } }}
            slotProps={{ list: { role: 'presentation' } }}
          >
            {views.map(([value, label, to]) => (
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
                sx={{ minHeight: { xs: 44, sm: 48 } }}
              />
            ))}
          </Tabs>
        </Box>
      )}
    </>
  )
}
