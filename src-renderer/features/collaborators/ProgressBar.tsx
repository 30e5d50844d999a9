import Box from '@mui/material/Box'
import { radius } from '../../ui/tokens.ts'

type ProgressBarProps = {
  /** What is measured, for who cannot see it. */
  label: string
  /** 0 to 100; more than that is drawn as full. */
  percent: number
  /** In words, where a percentage says too little. */
  valueText?: string
  height?: number
  color?: string
}

/** How much of something is done. Lighter than MUI's, of which a list would draw a hundred. */
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
      aria-valuetext={valueText ?? `${percent}%`}
      sx={{ height, borderRadius: radius.pill, bgcolor: 'divider', overflow: 'hidden' }}
    >
      <div style={{ width: `${drawn}%`, height: '100%', background: color, borderRadius: 'inherit' }} />
    </Box>
  )
}
