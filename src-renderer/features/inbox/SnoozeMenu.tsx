import { ListItemText, Menu, MenuItem } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { snoozeTimes } from '#shared/rules/snooze-times.ts'
import { noticeSettingsQuery } from '#data/notifications.ts'

type SnoozeMenuProps = {
  /** The element at which the menu opens; null while it is closed. */
  anchor: HTMLElement | null
  onClose: () => void
  onChoose: (until: Date) => void
}

const shown = (until: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone }).format(until)

const timesFrom = (timeZone: string, now = new Date()) => snoozeTimes(now, timeZone)

/** The choice of when a notice comes back, by the clock of the person's time zone: the one of their settings, else the browser's. */
export const SnoozeMenu = ({ anchor, onClose, onChoose }: SnoozeMenuProps) => {
  const { data: settings } = useQuery(noticeSettingsQuery())
  const timeZone = settings?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      // The row that had the focus is about to go; the page moves the focus to the next one.
      disableRestoreFocus
      slotProps={{ root: { role: 'region', 'aria-label': 'Snooze' }, list: { 'aria-label': 'Snooze until' } }}
    >
      {timesFrom(timeZone).map(({ name, label, until }) => (
        <MenuItem key={name} onClick={() => onChoose(until)}>
          <ListItemText primary={label} {...(name !== 'hour' && { secondary: shown(until, timeZone) })} />
        </MenuItem>
      ))}
    </Menu>
  )
}
