import { Link } from '@mui/material'
import { formatDay } from '#lib/format.ts'

/** Asks for one of the days that a text can mean. */
export const WhichDay = ({ days, onChoose }: { days: readonly string[]; onChoose: (day: string) => void }) => (
  <>
    Which day?{' '}
    {days.map((day, at) => (
      <span key={day}>
        {at > 0 && ' or '}
        <Link
          component="button"
          type="button"
          // The field keeps what was typed until one of them is chosen.
          onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
          onClick={() => onChoose(day)}
          sx={{ font: 'inherit', verticalAlign: 'baseline' }}
        >
          {formatDay(day)}
        </Link>
      </span>
    ))}
  </>
)
