import { Box } from '@mui/material'
import { Fragment, type ReactNode } from 'react'

type Fact = { label: string; value: ReactNode }

/** A list of facts, one a line: the label on the left, the value on the right. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <Box
    component="dl"
    className="tabular"
    sx={{
      m: 0,
      display: 'grid',
      gridTemplateColumns: 'minmax(96px, auto) minmax(0, 1fr)',
      columnGap: 3,
      rowGap: 1.25,
      alignItems: 'baseline',
      typography: 'body2',
      '& dt': { color: 'text.secondary' },
      '& dd': { m: 0, overflowWrap: 'anywhere' },
    }}
  >
    {facts.map(({ label, value }) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </Box>
)
