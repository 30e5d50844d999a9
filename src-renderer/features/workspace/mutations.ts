import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { projectChange, UserSettings } from '../../../shared/contract/index.ts'
import { track } from '../../lib/analytics.ts'
import { api } from '../../lib/api.ts'
import { projectQuery } from '../../lib/project-queries.ts'
import { errorText } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useWrite } from '../../lib/use-write.ts'
import { settingsQuery } from './queries.ts'

/** What an edit sends: only the fields that changed. */
export type ProjectChangeInput = z.input<typeof projectChange>

/** Every list that shows projects; each reloads when it is looked at again. */
const projectListsChanged = (client: QueryClient) => {
  for (const key of ['my-projects', 'market', 'projects.owned', 'profile'])
    void client.invalidateQueries({ queryKey: [key] })
}

/** Changes fields, status or archive of a project, then reloads its details. */
export const useUpdateProject = (id: string) => {
  const client = useQueryClient()
  const { queryKey } = projectQuery(id)
  return useWrite({
    mutationFn: async (body: ProjectChangeInput) => (await api.projects.update({ params: { id }, body })).data,
    onSuccess: async (project, { status }) => {
      if (status !== undefined) track('project_status_changed', { projectID: id, status })
      client.setQueryData(queryKey, project)
      projectListsChanged(client)
      // Awaited, so that what waits for the change shows what the server now has.
      await client.invalidateQueries({ queryKey })
    },
  })
}

export const useDeleteProject = (id: string) => {
  const client = useQueryClient()
  return useWrite({
    mutationFn: () => api.projects.remove({ params: { id } }),
    onSuccess: () => {
      track('project_deleted', { projectID: id })
      projectListsChanged(client)
    },
  })
}

/** Forgets a project that is gone, once its workspace is left: before, its tabs would ask for it again. */
export const forgetProject = (client: QueryClient, id: string): void =>
  client.removeQueries({ queryKey: ['project', id] })

const SAVE_SETTINGS = 'users.settings.save'
type SettingName = keyof UserSettings

/** Switches one setting: shown at once, taken back with a message when it could not be saved. */
export const useSwitchSetting = () => {
  const client = useQueryClient()
  const viewerID = useSession((session) => session.userID)
  const { queryKey } = settingsQuery(viewerID)
  const show = (name: SettingName, isOn: boolean) =>
    client.setQueryData(queryKey, (settings) => settings && { ...settings, [name]: isOn })
  return useWrite({
    sameWhen: ({ name, isOn }) => `${name} ${isOn}`,
    mutationKey: [SAVE_SETTINGS],
    // One after the other, so that the server ends with what was switched last.
    scope: { id: SAVE_SETTINGS },
    mutationFn: async ({ name, isOn }: { name: SettingName; isOn: boolean }) =>
      (await api.people.updateSettings({ body: { [name]: isOn } })).data,
    onMutate: async ({ name, isOn }) => {
      await client.cancelQueries({ queryKey })
      show(name, isOn)
    },
    onError: (error, { name, isOn }) => {
      show(name, !isOn)
      toast(errorText(error, 'Failed to save settings'), 'error')
    },
    onSuccess: (settings, { name }) => {
      // The answer to one switch knows nothing of another that waits to be sent.
      if (client.isMutating({ mutationKey: [SAVE_SETTINGS] }) === 1) client.setQueryData(queryKey, settings)
      if (name === 'showInTalentDirectory') void client.invalidateQueries({ queryKey: ['talents'] })
    },
  })
}
