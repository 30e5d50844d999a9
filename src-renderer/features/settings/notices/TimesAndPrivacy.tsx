import { Box, Button, TextField, Typography } from '@mui/material'
import type { NotificationSettings } from '#shared/contract/notifications.ts'
import { LabelledSwitch } from './GroupRow.tsx'

type Change = (change: Partial<NotificationSettings>) => void
type PartProps = { settings: NotificationSettings; onChange: Change }

const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
/** Every zone, also one that this browser does not list. */
const zones = (chosen: string | null): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen === null ? [] : [chosen])])].sort()
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
const native = { select: { native: true }, inputLabel: { shrink: true } } as const

const Times = ({ settings: { timeZone, digestHour }, onChange }: PartProps) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
    <Box>
      <TextField
        select
        fullWidth
        label="Time zone"
        value={timeZone ?? 'UTC'}
        onChange={({ target }) => onChange({ timeZone: target.value === 'UTC' ? null : target.value })}
        slotProps={native}
      >
        {zones(timeZone).map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </TextField>
      {here() !== (timeZone ?? 'UTC') && (
        <Button size="small" onClick={() => onChange({ timeZone: here() })} sx={{ mt: 0.5 }}>
          Use {here()}, as on this device
        </Button>
      )}
    </Box>
    <TextField
      select
      fullWidth
      label="Daily mail at"
      value={digestHour}
      onChange={({ target }) => onChange({ digestHour: Number(target.value) })}
      slotProps={native}
    >
      {hours.map((hour) => (
        <option key={hour} value={hour}>
          {clock(hour)}
        </option>
      ))}
    </TextField>
  </Box>
)

const NIGHT = { from: '22:00', to: '07:00' }

const QuietHours = ({ settings: { quietHours }, onChange }: PartProps) => (
  <Box>
    <LabelledSwitch
      label="Quiet hours"
      isOn={quietHours !== null}
      onChange={(isOn) => onChange({ quietHours: isOn ? NIGHT : null })}
    />
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      No desktop notices during these hours. Mail and inbox go on.
    </Typography>
    {quietHours && (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="time"
            label={end === 'from' ? 'From' : 'To'}
            value={quietHours[end]}
            // A cleared field is no time; the one before stays.
            onChange={({ target }) => target.value && onChange({ quietHours: { ...quietHours, [end]: target.value } })}
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ width: 144 }}
          />
        ))}
      </Box>
    )}
  </Box>
)

/** When mail and the desktop may tell of something, and how much the desktop says. */
export const TimesAndPrivacy = (props: PartProps) => (
  <Box sx={{ display: 'grid', gap: 3, pt: 3, borderTop: 1, borderColor: 'divider' }}>
    <Times {...props} />
    <QuietHours {...props} />
    <Box>
      <LabelledSwitch
        label="Hide previews"
        isOn={props.settings.hidePreviews}
        onChange={(hidePreviews) => props.onChange({ hidePreviews })}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Desktop notices only say that something is new.
      </Typography>
    </Box>
  </Box>
)
