import { useState } from 'react'
import { formatDay } from '#lib/format.ts'
import { readDays, whyNoDay } from '#lib/read-day.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { inlineKeys } from './inline-keys.ts'
import { whileInUse } from './quiet-fields.ts'
import { WhichDay } from './WhichDay.tsx'

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value)
const shown = (value: string): string => (isDay(value) ? formatDay(value) : value)

const EXAMPLES = 'Fri, 5 Dec, in 3 days'

type DayFieldProps = Pick<FieldProps, 'label' | 'disabled' | 'hint' | 'error' | 'name'> & {
  /** What an empty field shows in place of the examples, which then show while it is in use. */
  placeholder?: string
  /** YYYY-MM-DD, or empty; or what was typed where that is no day, for the form to refuse. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** For a field that is saved by itself: called with Enter, and when a day was picked. */
  onSave?: (() => void) | undefined
  /** What is saved, for a field that is saved by itself: Escape takes back what was typed and shows this. */
  saved?: string | undefined
}

/** A day typed in words or digits, or picked from the calendar. It is shown as everywhere else once the field is left. */
export const DayField = ({
  label,
  value,
  onChange,
  onBlur,
  onSave,
  saved,
  disabled = false,
  hint,
  error,
  name,
  placeholder,
}: DayFieldProps) => {
  /** What is being typed; null while nothing is. */
  const [typed, setTyped] = useState<string | null>(null)
  const days = typed === null || typed.trim() === '' ? [] : readDays(typed)
  const [day] = days
  const take = (next: string) => {
    onChange(next)
    setTyped(null)
    onSave?.()
  }
  const type = (text: string) => {
    setTyped(text)
    const found = readDays(text)
    onChange(found.length === 1 ? (found[0] ?? '') : text.trim())
  }
  const understood = days.length === 1 && day !== undefined && typed?.trim() !== formatDay(day) ? formatDay(day) : null
  const asked = readDays(value)
  const below = asked.length > 1 ? <WhichDay days={asked} onChoose={take} /> : (understood ?? hint)
  // Nobody is interrupted while typing.
  const whyNot = whyNoDay(value) ?? (value === saved ? undefined : error)
  const refusal = typed === null && asked.length < 2 ? whyNot : undefined
  // A day that has been sent is no longer typed, also before the answer.
  const isTyped = saved !== undefined && (typed === null ? value !== saved && Boolean(whyNot) : typed !== shown(saved))
  const takeBack = () => {
    setTyped(null)
    onChange(saved ?? '')
  }
  return (
    <Field
      label={label}
      name={name}
      autoComplete="off"
      placeholder={placeholder ?? EXAMPLES}
      value={typed ?? shown(value)}
      disabled={disabled}
      hint={below ?? (placeholder && EXAMPLES)}
      hintLook={below ? undefined : whileInUse}
      error={refusal}
      inputProps={{ maxLength: 40 }}
      {...(onSave && {
        onKeyDown: inlineKeys({
          save: () => {
            setTyped(null)
            onSave()
          },
          takeBack: isTyped ? takeBack : null,
        }),
      })}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
      endAdornment={<CalendarButton day={isDay(value) ? value : null} disabled={disabled} onPick={take} />}
    />
  )
}
