import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { type EmptyKind, emptyPictures } from './empty-pictures.tsx'

const v = (name: string) => `var(--mui-palette-${name})`
const tint = (percent: number) => `color-mix(in srgb, ${v('primary-main')} ${percent}%, ${v('background-paper')})`
const stroke = { strokeWidth: 2.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const looks = {
  '& .halo': { fill: tint(7) },
  '& .ground': { fill: v('text-secondary'), opacity: 0.14 },
  '& .sheet': { fill: v('background-paper'), stroke: v('text-secondary'), ...stroke, strokeWidth: 2 },
  '& .tint': { fill: tint(20) },
  '& .accent': { fill: v('primary-main') },
  '& .on-accent': { fill: 'none', stroke: v('primary-contrastText'), ...stroke },
  '& .accent-line': { fill: 'none', stroke: v('primary-main'), ...stroke, strokeWidth: 3 },
  '& .line': { fill: 'none', stroke: v('text-secondary'), opacity: 0.55, ...stroke },
  '& .dashed': {
    fill: 'none',
    stroke: v('text-secondary'),
    opacity: 0.6,
    ...stroke,
    strokeWidth: 2,
    strokeDasharray: '4 5',
  },
  '& .lens': { fill: tint(12), stroke: v('text-secondary'), strokeWidth: 5 },
  '& .handle': { fill: 'none', stroke: v('text-secondary'), ...stroke, strokeWidth: 8 },
} as const
/** In pixels. A heading of a low level is within a panel, where the picture has less room. */
const widthBelow = { 1: 220, 2: 220, 3: 180, 4: 132 } as const

/** A picture of our own in the theme's colours, which only decorates. */
export const EmptyPicture = ({ kind, width = widthBelow[3] }: { kind: EmptyKind; width?: number }) => (
  <Box
    component="svg"
    viewBox="0 0 200 130"
    aria-hidden
    data-picture={kind}
    sx={{ width, maxWidth: '100%', height: 'auto', aspectRatio: '200 / 130', mb: 0.5, ...looks }}
  >
    <circle className="halo" cx="100" cy="64" r="60" />
    <ellipse className="ground" cx="100" cy="120" rx="76" ry="5" />
    {emptyPictures[kind]}
  </Box>
)

type EmptyStateProps = {
  /** What kind of emptiness it is, which has its own picture. */
  kind: EmptyKind
  title: string
  /** Why the place is empty, and what a person may do about it. */
  text?: string
  action?: ReactNode
  /** The heading's level, which must fit the headings around it. */
  headingLevel?: 1 | 2 | 3 | 4
  /** The ID of the heading, for a region that is named by it. */
  titleId?: string
}

/** Fills an empty place: says what is missing and why, and offers one next step. */
export const EmptyState = ({ kind, title, text, action, headingLevel = 2, titleId }: EmptyStateProps) => {
  const isInPanel = headingLevel > 2
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 1,
        px: 3,
        py: isInPanel ? { xs: 3, md: 4 } : { xs: 5, md: 8 },
      }}
    >
      <EmptyPicture kind={kind} width={widthBelow[headingLevel]} />
      <Typography id={titleId} variant="h3" component={`h${headingLevel}`}>
        {title}
      </Typography>
      {text && <Typography sx={{ maxWidth: 440, color: 'text.secondary' }}>{text}</Typography>}
      {action && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Box>
  )
}
