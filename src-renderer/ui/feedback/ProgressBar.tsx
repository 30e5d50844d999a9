import { Box } from '@mui/material'
import { percentText } from '#lib/amounts.ts'
import { radius } from '../look/tokens.ts'

type ProgressBarProps = {
  /** The name of what is measured, for a screen reader. */
  label: string
  /** From 0 to 100; more is drawn as full. */
  percent: number
  /** The value in words, where a percentage says too little. */
  valueText?: string
  height?: number
  color?: string
}

/** Shows how much of something is done. It is lighter than MUI's bar, because a list may draw a hundred. */
export const ProgressBar = ({
  label,
  percent,
  valueText,
  height = 8,
  color = 'var(--mui-palette-primary-main)',
}: ProgressBarProps) => {
  const drawn = Math.min(100, Math.max(0, percent))
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={drawn}
      aria-valuetext={valueText ?? percentText(percent)}
      sx={{ height, borderRadius: radius.pill, bgcolor: 'divider', overflow: 'hidden' }}
    >
      <div style={{ width: `${drawn}%`, height: '100%', background: color, borderRadius: 'inherit' }} />
    </Box>
  )
}
