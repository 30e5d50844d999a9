import { Box, LinearProgress } from '@mui/material'
import { Fragment, type ReactNode } from 'react'
import type { Readiness, ReadinessPart } from '#shared/rules/readiness.ts'
import { radius, size, weight } from '../look/tokens.ts'

type ReadinessLineProps = {
  readiness: Readiness
  /** Draws the words of a missing part as the way to it. */
  renderMissing: (part: ReadinessPart, words: string) => ReactNode
}

/** How much a draft says of what people choose by, and the ways to what is missing. It holds nobody up. */
export const ReadinessLine = ({ readiness: { ready, of, missing }, renderMissing }: ReadinessLineProps) => (
  <Box
    role="group"
    aria-label="Readiness"
    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, fontSize: size.small }}
  >
    <LinearProgress
      variant="determinate"
      value={(ready / of) * 100}
      aria-hidden
      sx={{ width: 96, height: 6, borderRadius: radius.pill }}
    />
    <span>
      <Box component="span" className="tabular" sx={{ fontWeight: weight.semibold }}>
        {`Ready: ${ready} of ${of}`}
      </Box>
      {missing.length > 0 && ' · '}
      {missing.map(({ part, words }, at) => (
        <Fragment key={part}>
          {at > 0 && ', '}
          {renderMissing(part, words)}
        </Fragment>
      ))}
    </span>
  </Box>
)
