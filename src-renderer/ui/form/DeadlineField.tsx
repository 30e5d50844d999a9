import { dateOf, shownDeadline } from '#shared/rules/deadline.ts'
import type { Ref } from 'react'
import { formatDay, today } from '#lib/format.ts'
import { readDays } from '#lib/read-day.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { Field } from './Field.tsx'
import { WhichDay } from './WhichDay.tsx'

type DeadlineFieldProps = {
  /** The field of react-hook-form's controller. */
  field: { value: string; onChange: (text: string) => void; onBlur: () => void; ref: Ref<HTMLInputElement> }
  error?: string | undefined
}

/**
 * A day typed in words or digits and shown as dd-mm-yyyy, or picked from the calendar; the hint below says how it was understood. Other
 * words, such as 'end of March', stay as they are.
 */
export const DeadlineField = ({ field: { value, onChange, onBlur, ref }, error }: DeadlineFieldProps) => {
  const days = dateOf(value) && !value.includes('/') ? [dateOf(value) ?? ''] : readDays(value)
  const date = days.length === 1 ? (days[0] ?? null) : null
  const take = (day: string) => onChange(shownDeadline(day))
  const understood = date ? `${formatDay(date)}${date < today() ? ', which has passed.' : ''}` : 'Optional.'
  const isAsked = days.length > 1
  return (
    <Field
      label="Estimated deadline"
      placeholder="dd-mm-yyyy"
      value={value}
      inputRef={ref}
      error={isAsked ? undefined : error}
      hint={isAsked ? <WhichDay days={days} onChoose={take} /> : understood}
      inputProps={{ maxLength: 40 }}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        onChange(date ? shownDeadline(date) : value.trim())
        onBlur()
      }}
      endAdornment={<CalendarButton day={date} onPick={take} />}
    />
  )
}
