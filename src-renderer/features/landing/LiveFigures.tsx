import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Figure, Figures } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { dataOf, query } from '#data/query.ts'
import { size, weight } from '#ui/look/tokens.ts'

const labels: ReadonlyArray<readonly [keyof Figures, string]> = [
  ['openProjects', 'open projects'],
  ['people', 'people'],
  ['tasksDone', 'tasks done'],
  ['openTasks', 'open tasks'],
]

const worded = ({ count, isFloor }: Figure) => `${count.toLocaleString('en-US')}${isFloor ? '+' : ''}`

/**
 * The server's figures. It leaves out small ones; a single figure left would only show that the others are missing, so
 * it is hidden too. The space is reserved, so nothing moves when they arrive.
 */
export const LiveFigures = () => {
  const isThere = useCapability('figures', true)
  const hasTasks = useCapability('claims', true)
  const { data } = useQuery(query('figures.get', {}, { select: dataOf, enabled: isThere, retry: false }))
  const known = hasTasks ? labels : labels.filter(([name]) => name !== 'openTasks')
  const shown = data ? known.flatMap(([name, label]) => (data[name] ? [{ label, figure: data[name] }] : [])) : []
  return (
    <Box sx={{ minHeight: { xs: 56, md: 64 } }}>
      {shown.length > 1 && (
        <Box
          component="dl"
          aria-label="On this server right now"
          sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: { xs: 4, sm: 7 }, rowGap: 1 }}
        >
          {shown.map(({ label, figure }) => (
            <Box key={label} sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
              <Box component="dt" sx={{ color: 'text.secondary', fontSize: size.note }}>
                {label}
              </Box>
              <Box
                component="dd"
                className="tabular"
                sx={{ m: 0, fontSize: size.section, fontWeight: weight.bold, lineHeight: 1.2 }}
              >
                {worded(figure)}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
