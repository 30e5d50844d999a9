import { Box, MenuItem, TextField } from '@mui/material'
import { type AnalyticsView, isBackwards, spanLabels, spans } from '../data/analytics-view.ts'

type PeriodPickerProps = {
  view: AnalyticsView
  onChange: (change: Partial<AnalyticsView>) => void
  /** What the answer begins and ends with, for the first days that one chooses; null while there is none. */
  shown: { from: string; to: string } | null
  today: string
}

/** Chooses the time that the charts are about. */
export const PeriodPicker = ({ view, onChange, shown, today }: PeriodPickerProps) => {
  const isWrong = isBackwards(view)
  const select = (span: AnalyticsView['span']) => {
    if (span !== 'days') return onChange({ span, from: '', to: '' })
    const to = shown && shown.to < today ? shown.to : today
    onChange({ span, from: shown?.from ?? '', to })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <TextField
        select
        label="Time"
        value={view.span}
        onChange={({ target }) => {
          const span = spans.find((one) => one === target.value)
          if (span) select(span)
        }}
        sx={{ flex: { xs: '1 1 100%', sm: 'none' }, width: { xs: 'auto', sm: 200 } }}
      >
        {spans.map((span) => (
          <MenuItem key={span} value={span}>
            {spanLabels[span]}
          </MenuItem>
        ))}
      </TextField>
      {view.span === 'days' &&
        (['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            type="date"
            label={name === 'from' ? 'From' : 'To'}
            value={view[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
            error={isWrong && name === 'to'}
            helperText={isWrong && name === 'to' ? 'The last day comes before the first.' : undefined}
            slotProps={{ htmlInput: { max: today } }}
            sx={{ flex: { xs: '1 1 140px', sm: 'none' }, width: { xs: 'auto', sm: 170 } }}
          />
        ))}
    </Box>
  )
}
