import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { CalendarDays } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { formatDay, today } from '../lib/format.ts'
import { Field } from './Field.tsx'
import { dateOf, shownDeadline } from '../../shared/rules/deadline.ts'

type DeadlineFieldProps = {
  /** The field of react-hook-form's controller. */
  field: { value: string; onChange: (text: string) => void; onBlur: () => void; ref: Ref<HTMLInputElement> }
  error?: string | undefined
}

/** A date typed as dd-mm-yyyy, or picked from the system's calendar; the hint below shows the date as it was understood. */
export const DeadlineField = ({ field: { value, onChange, onBlur, ref }, error }: DeadlineFieldProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const date = dateOf(value)
  const hint = date ? `${formatDay(date)}${date < today() ? ', which has passed.' : ''}` : 'Optional.'
  return (
    <Field
      label="Estimated deadline"
      placeholder="dd-mm-yyyy"
      value={value}
      inputRef={ref}
      error={error}
      hint={hint}
      inputProps={{ maxLength: 40 }}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        onChange(shownDeadline(value))
        onBlur()
      }}
      endAdornment={
        <InputAdornment position="end" sx={{ position: 'relative' }}>
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={date ?? ''}
            onChange={(event) => onChange(shownDeadline(event.target.value))}
            style={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, pointerEvents: 'none' }}
          />
          <IconButton aria-label="Open the calendar" edge="end" onClick={() => picker.current?.showPicker()}>
            <CalendarDays size={18} aria-hidden />
          </IconButton>
        </InputAdornment>
      }
    />
  )
}
