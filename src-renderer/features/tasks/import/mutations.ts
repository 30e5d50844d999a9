import { useState } from 'react'
import type { ImportSource } from '#shared/contract/index.ts'
import { exportName } from '#shared/rules/file-name.ts'
import type { Parts } from '#shared/rules/import/parts.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import type { OpenReader } from './open-reader.ts'

type ToSend = {
  /** The same for each try of one file. */
  key: string
  source: ImportSource
  labels: Parts['labels']
  tasks: Parts['parts'][number]
  /** The import whose next part this is. */
  continues?: string
}

/** Adds the tasks of a file, or of one part of it; the board and the labels are read again. */
export const useImport = (projectID: string) =>
  useCall('imports.create', {
    sameWhen: ({ key }: ToSend) => key,
    input: ({ key, source, labels, tasks, continues }) => ({
      params: { id: projectID },
      body: {
        idempotencyKey: key,
        source,
        labels: [...labels],
        tasks: [...tasks],
        ...(continues !== undefined && { continues }),
      },
    }),
    isReloadAwaited: true,
  })

/** Sends the parts of the last plan one after the other. Parts that are there already answer as before, so a second try goes on. */
export const useSendParts = (projectID: string, reader: OpenReader) => {
  const { mutateAsync, ...call } = useImport(projectID)
  const [sent, setSent] = useState<number | null>(null)
  const send = async (key: string, source: ImportSource) => {
    let first: string | undefined
    let created = 0
    setSent(0)
    try {
      const { parts, labels } = await reader.divide()
      for (let at = 0; at < parts; at += 1) {
        const tasks = await reader.part(at)
        const name = parts === 1 ? key : `${key}.${at + 1}`
        const { data } = await mutateAsync({
          key: name,
          source,
          labels,
          tasks,
          ...(first !== undefined && { continues: first }),
        })
        first ??= data.id
        created += data.created
        setSent(created)
      }
    } finally {
      setSent(null)
    }
    return { id: first ?? '', created }
  }
  return { send, sent, isPending: sent !== null, error: call.error }
}

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
