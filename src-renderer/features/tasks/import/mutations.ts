import type { ImportedTask, ImportSource, LabelColour } from '#shared/contract/index.ts'
import { exportName } from '#shared/rules/file-name.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

type ToSend = {
  /** The same for each try of one file. */
  key: string
  source: ImportSource
  labels: ReadonlyArray<{ name: string; colour: LabelColour }>
  tasks: ImportedTask[]
}

/** Adds the tasks of a file; the board and the labels are read again. */
export const useImport = (projectID: string) =>
  useCall('imports.create', {
    sameWhen: ({ key }: ToSend) => key,
    input: ({ key, source, labels, tasks }) => ({
      params: { id: projectID },
      body: { idempotencyKey: key, source, labels: [...labels], tasks },
    }),
    isReloadAwaited: true,
  })

/** Takes an import back, but for what somebody has touched since. */
export const useUndoImport = (projectID: string) =>
  useCall('imports.undo', {
    sameWhen: (importID: string) => importID,
    input: (importID) => ({ params: { id: projectID, importID } }),
    isReloadAwaited: true,
  })

/** Saves all tasks of the project as a file. */
export const useExport = (projectID: string, title: string) =>
  useCall('imports.download', {
    sameWhen: (format: 'csv' | 'json') => format,
    input: (format) => ({ params: { id: projectID }, query: { format } }),
    options: (format) => ({ saveAs: exportName('tasks', title, new Date(), format) }),
    onError: (error) => toast(errorText(error, 'Failed to export the tasks'), 'error'),
  })
