import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { Stage, StageList } from '#shared/contract/index.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { newerStages, stagesQuery, writeStages } from '#data/stages.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { useCall } from '#data/use-call.ts'
import { confirm } from '#lib/confirm.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import {
  countIn,
  goneText,
  heirOf,
  neighbourOf,
  removalText,
  type SentStage,
  type StageDraft,
  turnText,
  withChange,
  withoutStage,
  withPlace,
  withStage,
} from './stage-list.ts'

type Change = (stages: readonly Stage[]) => readonly SentStage[]

const empty: StageList = { stages: [], version: 0 }
let presses = 0

/**
 * What owners and admins do with the stages of a project. Each act writes the whole list, based on the newest that this
 * page knows; a list that somebody else has changed since is refused, and shown instead. The acts are the same functions
 * at every render.
 */
export const useStageActs = (projectID: string) => {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useCall('stages.replace', {
    // Acts are sent one after the other, so that each is based on the list that the one before it has left.
    sameWhen: () => `press ${(presses += 1)}`,
    scope: { id: `stages ${projectID}` },
    input: (change: Change) => {
      const { stages, version } = listIn(client, projectID)
      return { params: { id: projectID }, body: { stages: [...change(stages)], version } }
    },
    onSuccess: ({ data }) => writeStages(client, projectID, data),
    onError: (error) => {
      const newer = newerStages(error)
      if (newer) writeStages(client, projectID, newer)
    },
  })
  const send = useRef(mutateAsync)
  useLayoutEffect(() => {
    send.current = mutateAsync
  })
  // oxlint-disable-next-line react/refs -- it is read when something is chosen, never while this is drawn
  const acts = useMemo(() => actsOn(client, projectID, (change) => send.current(change)), [client, projectID])
  return { ...acts, isPending }
}
export type StageActs = ReturnType<typeof useStageActs>

const listIn = (client: QueryClient, projectID: string): StageList =>
  client.getQueryData(stagesQuery(projectID, true).queryKey)?.data ?? empty

const actsOn = (client: QueryClient, projectID: string, send: (change: Change) => Promise<unknown>) => {
  const list = () => listIn(client, projectID)
  /** Why nothing can be done with these stages any more; null while all of them are there. */
  const whyGone = (needed: readonly Stage[]): string | null => {
    const gone = needed.find(({ id }) => !list().stages.some((stage) => stage.id === id))
    return gone ? goneText(gone) : null
  }
  /** Resolves with the reason why nothing was written, or with null. The change needs these stages. */
  const write = async (change: Change, done: string, needed: readonly Stage[] = []): Promise<string | null> => {
    const reason = whyGone(needed)
    if (reason) return reason
    try {
      await send(change)
      // Another act, which was sent before this one, may have deleted it.
      const goneNow = whyGone(needed)
      if (goneNow) return goneNow
      toast(done, 'success')
      return null
    } catch (error) {
      return errorText(error, 'Failed to change the stages')
    }
  }
  /** Null where the tasks cannot be loaded: what asks for the number then asks without it. */
  const countOf = async (stage: Stage): Promise<number | null> => {
    try {
      const tasks = (await client.ensureQueryData(projectTasksQuery(projectID))).data
      return countIn(list().stages, stage, tasks)
    } catch {
      return null
    }
  }
  const mayTurn = async (stage: Stage, status: number): Promise<boolean> =>
    confirm({
      title: `Move ${stage.name} to ${taskStatusLabel(status)}?`,
      text: turnText(await countOf(stage), status),
      confirmLabel: 'Move',
    })
  const tell = (reason: string | null): boolean => {
    if (reason) toast(reason, 'error')
    return reason === null
  }

  const add = (draft: StageDraft) => write((stages) => withStage(stages, draft), `${draft.name.trim()} was added.`)
  /** Changes name, limit or status; for another status it first asks, and resolves with undefined when the answer is no. */
  const change = async (stage: Stage, changes: Partial<StageDraft>): Promise<string | null | undefined> => {
    const { status = stage.status, name = stage.name } = changes
    const isAsked = status !== stage.status && whyGone([stage]) === null
    if (isAsked && !(await mayTurn(stage, status))) return undefined
    return write((stages) => withChange(stages, stage.id, changes), `${name.trim()} was changed.`, [stage])
  }
  const remove = async (stage: Stage): Promise<boolean> => {
    const heir = heirOf(list().stages, stage)
    const isSure = await confirm({
      title: `Delete ${stage.name}?`,
      text: removalText(await countOf(stage), heir),
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (!isSure) return false
    return tell(
      whyGone([stage]) ?? (await write((stages) => withoutStage(stages, stage.id), `${stage.name} was deleted.`)),
    )
  }
  /** Puts a stage beside another one; where that has another status it first asks. */
  const place = async (stage: Stage, beside: Stage, side: 'left' | 'right'): Promise<boolean> => {
    if (stage.status !== beside.status && !(await mayTurn(stage, beside.status))) return false
    const done = `${stage.name} is now to the ${side} of ${beside.name}.`
    return tell(
      await write((stages) => withPlace(stages, stage.id, { besideID: beside.id, side }), done, [stage, beside]),
    )
  }
  /** Puts a stage one place to the left or right among those of its status. */
  const step = async (stage: Stage, by: 1 | -1): Promise<boolean> => {
    const beside = neighbourOf(list().stages, stage.id, by)
    return beside !== undefined && place(stage, beside, by === 1 ? 'right' : 'left')
  }
  /** Makes a stage one of a status that has none. */
  const turn = async (stage: Stage, status: number): Promise<boolean> => {
    const reason = await change(stage, { status })
    return reason !== undefined && tell(reason)
  }
  return { add, change, remove, place, step, turn }
}
