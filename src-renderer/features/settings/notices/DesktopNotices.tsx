import { Alert, AlertTitle, Box, FormControlLabel, Switch, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { platform } from '#platform'
import { brand } from '#shared/brand.ts'
import { platformQueries } from '#data/platform.ts'
import { toast } from '#lib/toast.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'

/** Where each system lets a person allow notices. */
const howToAllow: Readonly<Record<'macOS' | 'Windows' | 'Linux', string>> = {
  macOS: `Open System Settings, Notifications, ${brand.name}, and switch on Allow notifications.`,
  Windows: `Open Settings, System, Notifications, and switch on notifications and ${brand.name} in the list below.`,
  Linux: `Open your system's settings, Notifications, and allow ${brand.name}. A desktop without such settings needs a notification service.`,
}

/** What belongs to this computer and not to the account: the number at the app's icon, and whether the system allows notices. */
export const DesktopNotices = () => {
  const client = useQueryClient()
  const options = platformQueries.notices()
  const { data } = useQuery({ ...options, enabled: platform.notices !== null })
  const hintId = useId()
  const turns = useRef(0)
  // A press shows at once: the cache tells this screen a moment later, and until then the switch would be as it was.
  const [pressed, setPressed] = useState<boolean | null>(null)
  if (!data) return null
  const turn = (isOn: boolean): void => {
    const own = (turns.current += 1)
    setPressed(isOn)
    const answered = (hasBadge: boolean) => {
      // The answer to an earlier press, which comes while a later one is under way, says nothing any more.
      if (own !== turns.current) return
      client.setQueryData(options.queryKey, (now) => now && { ...now, hasBadge })
      setPressed(hasBadge)
    }
    platform.notices?.setBadge(isOn).then(
      (now) => answered(now.hasBadge),
      () => {
        answered(!isOn)
        toast('This could not be changed.', 'error')
      },
    )
  }
  return (
    <TitledCard title="On this computer" level={2}>
      {data.isRefused && (
        <Alert severity="warning" role="status" sx={{ mb: 2 }}>
          <AlertTitle>
            {data.system} does not show notices of {brand.name}
          </AlertTitle>
          {howToAllow[data.system]}
        </Alert>
      )}
      <Box>
        <FormControlLabel
          label="Number at the app’s icon"
          control={
            <Switch
              checked={pressed ?? data.hasBadge}
              onChange={(_event, isOn) => turn(isOn)}
              slotProps={{ input: { 'aria-describedby': hintId } }}
            />
          }
          sx={{ m: 0, gap: 0.5 }}
        />
        <Typography id={hintId} variant="body2" sx={{ color: 'text.secondary' }}>
          The number of unread notices for you.
        </Typography>
      </Box>
    </TitledCard>
  )
}
