import { useQueryClient } from '@tanstack/react-query'
import type { UserSettings } from '../../../shared/contract/index.ts'
import type { InputOf } from '../../data/operations.ts'
import { projectQuery } from '../../data/projects.ts'
import { withData } from '../../data/query.ts'
import { useCall } from '../../data/use-call.ts'
import { track } from '../../lib/analytics.ts'
import { errorText } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { settingsQuery } from './queries.ts'

/** What an edit sends: only the fields that changed. */
export type ProjectChangeInput = InputOf<'projects.update'>['body']

/** Changes fields, status or archive of a project, then reloads its details. */
export const useUpdateProject = (id: string) => {
  const client = useQueryClient()
  return useCall('projects.update', {
    input: (body: ProjectChangeInput) => ({ params: { id }, body }),
    onSuccess: (answer, { status }) => {
      if (status !== undefined) track('project_status_changed', { projectID: id, status })
      client.setQueryData(projectQuery(id).queryKey, answer)
    },
    // So that what waits for the change shows what the server now has.
    isReloadAwaited: true,
  })
}

export const useDeleteProject = (id: string) =>
  useCall('projects.remove', {
    input: () => ({ params: { id } }),
    onSuccess: () => track('project_deleted', { projectID: id }),
    // Its workspace is still there, and would be told that there is no such project.
    refetch: 'none',
  })

const SAVE_SETTINGS = 'settings'
type SettingName = keyof UserSettings

/** Switches one setting: shown at once, taken back with a message when it could not be saved. */
export const useSwitchSetting = () => {
  const client = useQueryClient()
  const { queryKey } = settingsQuery()
  const show = (name: SettingName, isOn: boolean) =>
    client.setQueryData(queryKey, (answer) => withData(answer, (settings) => ({ ...settings, [name]: isOn })))
  return useCall('users.updateSettings', {
    sameWhen: ({ name, isOn }) => `${name} ${isOn}`,
    mutationKey: [SAVE_SETTINGS],
    // One after the other, so that the server ends with what was switched last.
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
      // The answer to one switch knows nothing of another that waits to be sent.
      if (client.isMutating({ mutationKey: [SAVE_SETTINGS] }) === 1) client.setQueryData(queryKey, answer)
    },
    // The switches show what was answered; an answer to one would undo another that waits to be sent.
    refetch: 'none',
  })
}
