import { IconButton, InputAdornment } from '@mui/material'
import { CalendarDays } from 'lucide-react'
import { useRef } from 'react'

type CalendarButtonProps = {
  /** YYYY-MM-DD; null where there is no day. */
  day: string | null
  disabled?: boolean
  onPick: (day: string) => void
}

/** The end of a field for a day: opens the system's calendar. */
export const CalendarButton = ({ day, disabled = false, onPick }: CalendarButtonProps) => {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <InputAdornment position="end" sx={{ position: 'relative' }}>
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={day ?? ''}
        onChange={(event) => onPick(event.target.value)}
        style={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, pointerEvents: 'none' }}
      />
      <IconButton
        aria-label="Open the calendar"
        edge="end"
        disabled={disabled}
        onClick={() => picker.current?.showPicker()}
      >
        <CalendarDays size={18} aria-hidden />
      </IconButton>
    </InputAdornment>
  )
}
