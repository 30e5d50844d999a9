import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitlistFunnel as Funnel } from '#shared/contract/index.ts'
import { formatDate } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { waitlistFunnelQuery } from './queries.ts'

const steps = [
  { name: 'joined', label: 'Joined' },
  { name: 'waiting', label: 'Waiting' },
  { name: 'invited', label: 'Invited' },
  { name: 'registered', label: 'Registered' },
  { name: 'acted', label: 'First act' },
] as const

/** The five numbers of all times, each with a bar as long as its part of all who joined. */
const Steps = ({ total }: Pick<Funnel, 'total'>) => (
  <Box
    component="dl"
    className="tabular"
    sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(104px, 1fr))' }}
  >
    {steps.map(({ name, label }) => (
      <Box key={name}>
        <Box component="dt" sx={{ color: 'text.secondary', fontSize: size.note }}>
          {label}
        </Box>
        <Box component="dd" sx={{ m: 0, fontWeight: weight.semibold }}>
          {total[name]}
          <Box aria-hidden sx={{ mt: 0.5, height: 4, bgcolor: 'divider', borderRadius: radius.small }}>
            <Box
              sx={{
                width: `${total.joined === 0 ? 0 : (100 * total[name]) / total.joined}%`,
                height: 1,
                bgcolor: 'primary.main',
                borderRadius: radius.small,
              }}
            />
          </Box>
        </Box>
      </Box>
    ))}
  </Box>
)

const cell = { py: 0.75, pr: 2, textAlign: 'right', borderTop: 1, borderColor: 'divider' } as const

const Weeks = ({ weeks, total }: Funnel) => (
  <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="The waitlist by week">
    <Box component="table" className="tabular" sx={{ width: 1, borderCollapse: 'collapse', fontSize: size.note }}>
      <thead>
        <tr>
          <Box component="th" scope="col" sx={{ ...cell, borderTop: 0, textAlign: 'left' }}>
            Week of
          </Box>
          {steps.map(({ name, label }) => (
            <Box key={name} component="th" scope="col" sx={{ ...cell, borderTop: 0 }}>
              {label}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...weeks, { week: null, ...total }].map((line) => (
          <tr key={line.week ?? 'all'}>
            <Box component="th" scope="row" sx={{ ...cell, textAlign: 'left', whiteSpace: 'nowrap' }}>
              {line.week === null ? 'All' : formatDate(`${line.week}T12:00:00Z`)}
            </Box>
            {steps.map(({ name }) => (
              <Box key={name} component="td" sx={cell}>
                {line[name]}
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  </Box>
)

/** How far the people of the waitlist have come: in all, and by the week in which they joined. */
export const WaitlistFunnel = () => {
  const { data, error, refetch, isFetching } = useQuery(waitlistFunnelQuery())
  const [areWeeksOpen, setAreWeeksOpen] = useState(false)
  if (error && !data)
    return (
      <ErrorState
        title="The figures of the waitlist could not be read"
        text={errorText(error, '')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (!data || data.total.joined === 0) return null
  return (
    <Box component="section" aria-label="Figures of the waitlist" sx={{ display: 'grid', gap: 1.5 }}>
      <Steps total={data.total} />
      <Box>
        <Button size="small" aria-expanded={areWeeksOpen} onClick={() => setAreWeeksOpen(!areWeeksOpen)}>
          {areWeeksOpen ? 'Hide the weeks' : 'Show the weeks'}
        </Button>
      </Box>
      {areWeeksOpen && (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            By the week in which people joined. A first act is an application, a taken task or a task of their own.
          </Typography>
          <Weeks {...data} />
        </>
      )}
    </Box>
  )
}
