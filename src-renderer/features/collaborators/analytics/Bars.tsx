import { Box } from '@mui/material'
import { BarChart } from '@mui/x-charts/BarChart'
import { useId } from 'react'
import { size } from '#ui/look/tokens.ts'

/** How the bars of a series are filled: colours alone do not tell them apart. */
export type Pattern = 'solid' | 'stripes' | 'dots' | 'hollow' | 'crossed'
export type Series = {
  label: string
  /** A colour of the theme, as CSS. */
  colour: string
  pattern: Pattern
  /** Null where nothing is known. */
  data: ReadonlyArray<number | null>
}

/** The side of a pattern's tile, in pixels. */
const TILE = 6
const shapes: Readonly<Record<Exclude<Pattern, 'solid'>, string>> = {
  stripes: 'M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2',
  dots: 'M3,3 h0.01',
  hollow: '',
  crossed: 'M0,0 l6,6 M6,0 l-6,6',
}

/** The pattern of a series: its ground is a tint of its own colour, so that the whole bar is seen. */
const Fill = ({ id, colour, pattern }: { id: string; colour: string; pattern: Exclude<Pattern, 'solid'> }) => (
  <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
    <rect width={TILE} height={TILE} style={{ fill: `color-mix(in srgb, ${colour} 22%, transparent)` }} />
    <path
      d={shapes[pattern]}
      style={{ stroke: colour, strokeWidth: pattern === 'dots' ? 3 : 1.5, strokeLinecap: 'round', fill: 'none' }}
    />
  </pattern>
)

type BarsProps = {
  /** The names on the axis, in the order of the data. */
  names: readonly string[]
  /** The name of a place in full, where the axis has a short one. */
  wholeName?: (index: number) => string
  series: readonly Series[]
  isStacked?: boolean
  /** Lying bars, for names that are long. */
  isLying?: boolean
  valueText: (value: number) => string
  /** Numbers on the axis; by default as `valueText` has them. */
  axisText?: (value: number) => string
  /** In pixels. */
  height?: number
}

/** The width of the numbers' axis, and of the names of lying bars, in pixels. */
const [NUMBERS, NAMES] = [56, 128]

/**
 * Bars drawn by MUI X in the theme's colours. Nothing moves, and nothing takes the focus: anyone who uses this puts a table of the same
 * numbers beside it. Only for code that is loaded apart, since MUI X is large.
 */
export const Bars = ({
  names,
  wholeName,
  series,
  isStacked = false,
  isLying = false,
  valueText,
  axisText = valueText,
  height = 260,
}: BarsProps) => {
  const id = useId()
  const fillOf = ({ colour, pattern }: Series, index: number) =>
    pattern === 'solid' ? colour : `url(#${CSS.escape(`${id}${index}`)})`
  const places = names.map((_, index) => index)
  const nameAxis = {
    data: places,
    scaleType: 'band' as const,
    categoryGapRatio: names.length < 6 ? 0.7 : 0.3,
    barGapRatio: 0.05,
    valueFormatter: (index: number, { location }: { location: string }) =>
      (location === 'tooltip' ? wholeName?.(index) : undefined) ?? names[index] ?? '',
    tickLabelStyle: { fontSize: size.tiny },
    disableTicks: true,
  }
  const numberAxis = {
    min: 0,
    tickMinStep: 1,
    valueFormatter: (value: number) => axisText(value),
    tickLabelStyle: { fontSize: size.tiny },
    disableLine: true,
    disableTicks: true,
  }
  return (
    <Box sx={{ minWidth: 0 }}>
      <svg width={0} height={0} style={{ position: 'absolute' }}>
        <defs>
          {series.map(({ label, colour, pattern }, index) =>
            pattern === 'solid' ? null : <Fill key={label} id={`${id}${index}`} colour={colour} pattern={pattern} />,
          )}
        </defs>
      </svg>
      <BarChart
        height={height}
        layout={isLying ? 'horizontal' : 'vertical'}
        series={series.map((one, index) => ({
          id: one.label,
          label: one.label,
          data: one.data,
          color: fillOf(one, index),
          valueFormatter: (value: number | null) => (value === null ? null : valueText(value)),
          ...(isStacked && { stack: 'all' }),
        }))}
        xAxis={[isLying ? { ...numberAxis, height: 28 } : { ...nameAxis, height: 28 }]}
        yAxis={[
          isLying ? { ...nameAxis, width: NAMES, tickLabelInterval: () => true } : { ...numberAxis, width: NUMBERS },
        ]}
        grid={isLying ? { vertical: true } : { horizontal: true }}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        hideLegend={series.length === 1}
        slotProps={{ legend: { position: { vertical: 'top', horizontal: 'start' }, sx: { fontSize: size.note } } }}
        skipAnimation
        disableKeyboardNavigation
      />
    </Box>
  )
}
