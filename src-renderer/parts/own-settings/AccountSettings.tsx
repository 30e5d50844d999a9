import { Box, Button, FormControlLabel, Skeleton, Switch, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import type { UserSettings } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { paths } from '#lib/paths.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { weight } from '#ui/look/tokens.ts'
import { useSwitchSetting } from './mutations.ts'
import { settingsQuery } from './queries.ts'

type Setting = { name: keyof UserSettings; label: string; hint: string }

const privacy: readonly Setting[] = [
  {
    name: 'showInTalentDirectory',
    label: 'Show me in the talent directory',
    hint: 'Creators can find you there and invite you. Your profile stays public either way.',
  },
]
const notifications: readonly Setting[] = [
  {
    name: 'emailOnInvitation',
    label: 'Email on invitation',
    hint: 'Somebody invites you to a project.',
  },
  {
    name: 'emailOnRequestAnswered',
    label: 'Email on request answered',
    hint: 'Your application is approved or rejected.',
  },
  {
    name: 'emailOnTaskAssigned',
    label: 'Email on task assigned',
    hint: 'Somebody else makes a task yours.',
  },
]

const SettingSwitch = ({ setting, isOn }: { setting: Setting; isOn: boolean }) => {
  const hintId = useId()
  const switchSetting = useSwitchSetting()
  const { name, label, hint } = setting
  return (
    <Box>
      <FormControlLabel
        label={label}
        labelPlacement="start"
        control={
          <Switch
            checked={isOn}
            onChange={(_event, next) => switchSetting.mutate({ name, isOn: next })}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
        sx={{
          m: 0,
          width: '100%',
          justifyContent: 'space-between',
          gap: 2,
          '& .MuiFormControlLabel-label': { fontWeight: weight.semibold },
        }}
      />
      <Typography id={hintId} variant="body2" sx={{ color: 'text.secondary', pr: 8 }}>
        {hint}
      </Typography>
    </Box>
  )
}

const Switches = ({ settings }: { settings: readonly Setting[] }) => {
  const { data, isError, isFetching, refetch } = useQuery(settingsQuery())
  if (data)
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        {settings.map((setting) => (
          <SettingSwitch key={setting.name} setting={setting} isOn={data[setting.name]} />
        ))}
      </Box>
    )
  if (isError)
    return <ErrorState title="Failed to load settings" onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <DelayedSkeleton>
      {settings.map(({ name }) => (
        <Skeleton key={name} height={56} />
      ))}
    </DelayedSkeleton>
  )
}

type NotificationPreferencesProps = { title?: string; level?: 2 | 3; more?: ReactNode }

/** The switches of mails that leave at once; a server with an inbox has more to choose. */
export const NotificationPreferences = ({
  title = 'Notification Preferences',
  level,
  more,
}: NotificationPreferencesProps) => (
  <TitledCard title={title} {...(level && { level })}>
    <Switches settings={notifications} />
    {more}
  </TitledCard>
)

const MoreSettings = () =>
  useCapability('inbox', true) && (
    <Button component={Link} to={paths.settings('notifications')} sx={{ mt: 2 }}>
      All notification settings
    </Button>
  )

/** Who finds the viewer. */
export const PrivacySettings = ({ level }: { level?: 2 | 3 }) => (
  <TitledCard title="Privacy Settings" {...(level && { level })}>
    <Switches settings={privacy} />
  </TitledCard>
)

/** The viewer's own settings of privacy and notifications; each switch is saved at once. */
export const AccountSettings = () => {
  const titleId = useId()
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ display: 'grid', gap: { xs: 1.5, md: 2 }, gridTemplateColumns: 'minmax(0, 1fr)', my: 2 }}
    >
      <Box>
        <Typography id={titleId} variant="h2" component="h3">
          Only for you
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Only you see these switches. They are the same in all your projects.
        </Typography>
      </Box>
      <PrivacySettings />
      <NotificationPreferences more={<MoreSettings />} />
    </Box>
  )
}
