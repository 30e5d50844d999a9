import { useState } from 'react'
import type { ImportSource } from '#shared/contract/index.ts'
import { boardStatuses } from '#shared/rules/statuses.ts'
import { exportName } from '#shared/rules/file-name.ts'
import type { StageName } from '#shared/rules/import/stages.ts'
import type { Part, Parts } from '#shared/rules/import/parts.ts'
import { fold } from '#shared/contract/fold.ts'
import { askCapability } from '#data/capabilities.ts'
import { call } from '#data/operations.ts'
import { useCall } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import type { OpenReader } from './open-reader.ts'

type ToSend = {
  /** The same for each try of one file. */
  key: string
  source: ImportSource
  labels: Parts['labels']
  tasks: Part['tasks']
  /** What the texts of a file name; left out for what was typed here, and for servers that do not know of it. */
  named?: { total: number; numbers: Part['numbers'] }
  /** The import whose next part this is. */
  continues?: string
}

/** Adds the tasks of a file, or of one part of it; the board and the labels are read again. */
export const useImport = (projectID: string) =>
  useCall('imports.create', {
    sameWhen: ({ key }: ToSend) => key,
    input: ({ key, source, labels, tasks, named, continues }) => ({
      params: { id: projectID },
      body: {
        idempotencyKey: key,
        source,
        labels: [...labels],
        tasks: [...tasks],
        ...(named && { total: named.total, numbers: [...named.numbers] }),
        ...(continues !== undefined && { continues }),
      },
    }),
    isReloadAwaited: true,
  })

/** Adds columns to the board, behind those that it has by now. */
const useAddStages = (projectID: string) => {
  const { mutateAsync } = useCall('stages.replace', {
    sameWhen: (list: StageList) => JSON.stringify(list),
    input: ({ stages, version }) => ({ params: { id: projectID }, body: { stages: [...stages], version } }),
  })
  const addTo = async (wanted: readonly StageName[]) => {
    const { data } = await call('stages.list', { params: { id: projectID } })
    const known = new Set(data.stages.map(({ name }) => fold(name)))
    const added = wanted.filter(({ name }) => !known.has(fold(name)))
    if (added.length > 0) await mutateAsync({ stages: [...data.stages, ...added], version: data.version })
  }
  return async (wanted: readonly StageName[]) => {
    try {
      await addTo(wanted)
    } catch (error) {
      if (!isConflict(error)) throw error
      // Somebody else has changed the columns since they were read.
      await addTo(wanted)
    }
  }
}
type StageList = { stages: ReadonlyArray<StageName & { id?: number; limit?: number | null }>; version: number }

const isConflict = (error: unknown): boolean => isApiError(error) && error.status === 409

/** The key of an import belongs to another plan of its file. */
export class ImportedAlready extends Error {
  override message = 'This file has been imported already. Choose the file again to import it again.'
}

/** Sends the parts of the last plan one after the other. Parts that are there already answer as before, so a second try goes on. */
export const useSendParts = (projectID: string, reader: OpenReader) => {
  const { mutateAsync } = useImport(projectID)
  const addStages = useAddStages(projectID)
  const [failure, setFailure] = useState<Error | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const sendPart = async (part: ToSend) => {
    try {
      return (await mutateAsync(part)).data
    } catch (error) {
      throw isConflict(error) ? new ImportedAlready() : error
    }
  }
  const send = async (key: string, source: ImportSource) => {
    let first: string | undefined
    let created = 0
    let columns: string[] = []
    let aside = 0
    setSent(0)
    setFailure(null)
    try {
      const { parts, labels, stages, total } = await reader.divide()
      const hasStages = await askCapability('stages')
      if (stages.length > 0) await addStages(stages)
      columns = stages.map(({ name }) => name)
      for (let at = 0; at < parts; at += 1) {
        const { tasks, numbers } = await reader.part(at)
        aside += tasks.filter(({ status }) => !boardStatuses.includes(status)).length
        const name = parts === 1 ? key : `${key}.${at + 1}`
        const data = await sendPart({
          key: name,
          source,
          labels,
          tasks,
          // Servers that know stages know these, too.
          ...(hasStages && { named: { total, numbers } }),
          ...(first !== undefined && { continues: first }),
        })
        first ??= data.id
        created += data.created
        setSent(created)
      }
    } catch (error) {
      setFailure(error as Error)
      throw error
    } finally {
      setSent(null)
    }
    return { id: first ?? '', created, aside, columns }
  }
  return { send, sent, isPending: sent !== null, error: failure }
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
