import { Typography } from '@mui/material'
import { formatMoment, shortAge } from '#lib/format.ts'

/** How long ago it was, with the exact moment for who asks. */
export const Moment = ({ at }: { at: string }) => (
  <Typography
    component="time"
    variant="note"
    dateTime={at}
    title={formatMoment(at)}
    className="tabular"
    sx={{ flex: 'none', color: 'text.secondary' }}
  >
    {shortAge(at)}
  </Typography>
)
