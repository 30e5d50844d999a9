import { Box, FormControlLabel, MenuItem, Switch, TextField, Typography } from '@mui/material'
import { useId } from 'react'
import type { NoticeGroup, NotificationSettings } from '#shared/contract/notifications.ts'
import { noticeGroupText } from '#shared/rules/notice-groups.ts'
import { weight } from '#ui/look/tokens.ts'

type Channels = NotificationSettings['groups']['money']
type MailWay = Channels['mail']
const mailWays: Readonly<Record<MailWay, string>> = {
  now: 'Mail soon',
  digest: 'Mail once a day',
  off: 'No mail',
}

type SwitchProps = {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
  /** On a wide window a column's head says it instead. */
  hasHead?: boolean
  /** The ID of the text that says why it is disabled. */
  reasonId?: string | undefined
}

export const LabelledSwitch = ({ label, isOn, onChange, isDisabled = false, hasHead, reasonId }: SwitchProps) => (
  <FormControlLabel
    label={label}
    disabled={isDisabled}
    control={
      <Switch
        checked={isOn}
        onChange={(_event, next) => onChange(next)}
        slotProps={{ input: { 'aria-label': label, ...(isDisabled && { 'aria-describedby': reasonId }) } }}
      />
    }
    sx={{ my: 0, mr: 0, gap: 0.5, ...(hasHead && { '& .MuiFormControlLabel-label': { display: { md: 'none' } } }) }}
  />
)

type GroupRowProps = {
  group: NoticeGroup
  channels: Channels
  onChange: (channels: Channels) => void
  /** Whether notices on the desktop can be chosen: only in the desktop app. */
  hasDesktop: boolean
}

/** The columns of a row on a wide window: the group, inbox, mail, and the desktop where it can be chosen. */
const columnsOf = (hasDesktop: boolean) => `minmax(0, 1fr) 72px 184px${hasDesktop ? ' 72px' : ''}`

/** The heads of the columns. Each control says its own name, too, so that they are for the eye. */
export const GroupHeads = ({ hasDesktop }: { hasDesktop: boolean }) => (
  <Box
    aria-hidden
    sx={{
      display: { xs: 'none', md: 'grid' },
      gridTemplateColumns: columnsOf(hasDesktop),
      columnGap: 2,
      pb: 1,
      typography: 'note',
      fontWeight: weight.semibold,
      color: 'text.secondary',
    }}
  >
    {['Notice', 'Inbox', 'Mail', ...(hasDesktop ? ['Desktop'] : [])].map((head) => (
      <span key={head}>{head}</span>
    ))}
  </Box>
)

/** How the notices of one group reach the person: inbox, mail and desktop. */
export const GroupRow = ({ group, channels, onChange, hasDesktop }: GroupRowProps) => {
  const [labelId, hintId] = [useId(), useId()]
  const { label, about } = noticeGroupText[group]
  const isAccount = group === 'account'
  const { inbox, mail, desktop } = channels
  return (
    <Box
      role="group"
      aria-labelledby={labelId}
      aria-describedby={hintId}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', md: columnsOf(hasDesktop) },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <Typography id={labelId} sx={{ fontWeight: weight.semibold }}>
          {label}
        </Typography>
        <Typography id={hintId} variant="body2" sx={{ color: 'text.secondary' }}>
          {about.charAt(0).toUpperCase() + about.slice(1)}
          {isAccount && '. These cannot be switched off.'}
        </Typography>
      </Box>
      <LabelledSwitch
        label="Inbox"
        hasHead
        isOn={inbox}
        onChange={(next) => onChange({ ...channels, inbox: next })}
        isDisabled={isAccount}
        reasonId={hintId}
      />
      <TextField
        select
        size="small"
        value={mail}
        onChange={({ target }) => onChange({ ...channels, mail: target.value as MailWay })}
        slotProps={{ select: { SelectDisplayProps: { 'aria-label': 'Mail' } } }}
        sx={{ justifySelf: { xs: 'end', md: 'auto' }, width: { xs: '100%', sm: 184 }, maxWidth: 220 }}
      >
        {Object.entries(mailWays).map(([way, text]) => (
          <MenuItem key={way} value={way} disabled={isAccount && way === 'off'}>
            {text}
          </MenuItem>
        ))}
      </TextField>
      {hasDesktop && (
        <LabelledSwitch
          label="Desktop"
          hasHead
          isOn={desktop}
          onChange={(next) => onChange({ ...channels, desktop: next })}
        />
      )}
    </Box>
  )
}
