import { useQueryClient } from '@tanstack/react-query'
import type { UserSettings } from '#shared/contract/index.ts'
import { withData } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { settingsQuery } from './queries.ts'

const SAVE_SETTINGS = 'settings'
type SettingName = keyof UserSettings

/** Switches one setting: it shows at once, and switches back with a message when it could not be saved. */
export const useSwitchSetting = () => {
  const client = useQueryClient()
  const { queryKey } = settingsQuery()
  const show = (name: SettingName, isOn: boolean) =>
    client.setQueryData(queryKey, (answer) => withData(answer, (settings) => ({ ...settings, [name]: isOn })))
  return useCall('users.updateSettings', {
    sameWhen: ({ name, isOn }) => `${name} ${isOn}`,
    mutationKey: [SAVE_SETTINGS],
    // Switches are sent one after the other, so that the server ends with the last one.
    scope: { id: SAVE_SETTINGS },
    input: ({ name, isOn }: { name: SettingName; isOn: boolean }) => ({ body: { [name]: isOn } }),
    onMutate: async ({ name, isOn }) => {
      await client.cancelQueries({ queryKey })
      show(name, isOn)
    },
    onError: (error, { name, isOn }) => {
      show(name, !isOn)
      toast(errorText(error, 'Failed to save settings'), 'error')
    },
    onSuccess: (answer) => {
      // The answer to one switch does not know of another that waits to be sent.
      if (client.isMutating({ mutationKey: [SAVE_SETTINGS] }) === 1) client.setQueryData(queryKey, answer)
    },
    // Reading the settings again could undo a switch that waits to be sent.
    refetch: 'none',
  })
}
