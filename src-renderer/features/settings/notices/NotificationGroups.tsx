import { Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { platform } from '#platform'
import { brand } from '#shared/brand.ts'
import { noticeGroups, type NotificationSettings } from '#shared/contract/notifications.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { GroupHeads, GroupRow } from './GroupRow.tsx'
import { useSaveNotificationSettings } from './mutations.ts'
import { notificationSettingsQuery } from './queries.ts'
import { TimesAndPrivacy } from './TimesAndPrivacy.tsx'

const hasDesktop = platform.kind === 'desktop'

const Form = ({ saved }: { saved: NotificationSettings }) => {
  // What is chosen and not saved yet; it stays when saving fails.
  const [chosen, setChosen] = useState<NotificationSettings | null>(null)
  const settings = chosen ?? saved
  const isDirty = chosen !== null && JSON.stringify(chosen) !== JSON.stringify(saved)
  useUnsavedChanges(isDirty)
  const { mutate, isPending, error, reset } = useSaveNotificationSettings()
  const form = useKeptFocus<HTMLFormElement>('button[type="submit"]:enabled')
  const change = (part: Partial<NotificationSettings>) => {
    reset()
    setChosen({ ...settings, ...part })
  }
  const save = () =>
    mutate(settings, {
      onSuccess: () => {
        setChosen(null)
        toast('Notification settings saved', 'success')
      },
    })
  return (
    <Box
      component="form"
      ref={form}
      tabIndex={-1}
      aria-label="Notifications"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      sx={{ outline: 'none' }}
    >
      {!hasDesktop && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
          Desktop notices need the {brand.name} desktop app.
        </Typography>
      )}
      <GroupHeads hasDesktop={hasDesktop} />
      {noticeGroups.map((group) => (
        <GroupRow
          key={group}
          group={group}
          channels={settings.groups[group]}
          onChange={(channels) => change({ groups: { ...settings.groups, [group]: channels } })}
          hasDesktop={hasDesktop}
        />
      ))}
      <TimesAndPrivacy settings={settings} onChange={change} />
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', mt: 3 }}>
        {error && (
          <Box sx={{ width: '100%' }}>
            <ErrorState
              title={errorText(error, 'Failed to save settings')}
              text="What you chose is still here."
              onRetry={save}
              isRetrying={isPending}
            />
          </Box>
        )}
        <Button type="submit" variant="contained" loading={isPending && !error} disabled={!isDirty}>
          Save
        </Button>
      </Box>
    </Box>
  )
}

/** How notices of each group reach the viewer, and when. */
export const NotificationGroups = () => {
  const { data, isError, isFetching, refetch } = useQuery(notificationSettingsQuery())
  return (
    <TitledCard title="Notifications" level={2}>
      {data ? (
        <Form saved={data} />
      ) : isError ? (
        <ErrorState title="Failed to load settings" onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <DelayedSkeleton>
          {noticeGroups.map((group) => (
            <Skeleton key={group} height={64} />
          ))}
        </DelayedSkeleton>
      )}
    </TitledCard>
  )
}
