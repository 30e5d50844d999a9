import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract, type Stage, type StageList } from '#shared/contract/index.ts'
import { isApiError } from '../lib/api.ts'
import { askCapability, useKnownCapability } from './capabilities.ts'
import { dataOf, query } from './query.ts'

const none: readonly Stage[] = []

/** The stages of the project's board; asked only where the server knows stages. */
export const stagesQuery = (projectID: string, isWanted: boolean) =>
  query('stages.list', { params: { id: projectID } }, { select: dataOf, enabled: isWanted })

export type ProjectStages = {
  stages: readonly Stage[]
  /** The version of the list; null where the server has no stages or they are not known. */
  version: number | null
  /** The list is on its way for the first time. */
  isPending: boolean
  /** Why the list could not be read, where none is known. */
  error: Error | null
}

/**
 * The project's stages; none where the server does not know stages, and while or when the list cannot be read. A board
 * is not drawn again because the list is read again: nothing here tells of that.
 */
export const useStages = (projectID: string): ProjectStages => {
  const isOffered = useKnownCapability('stages')
  // A server that is asked again later is not waited for: the screen is there by then.
  const [isSettled, setIsSettled] = useState(false)
  if (isOffered !== undefined && !isSettled) setIsSettled(true)
  const { data, isLoading, error } = useQuery(stagesQuery(projectID, isOffered === true))
  return {
    stages: data?.stages ?? none,
    version: data?.version ?? null,
    isPending: !isSettled || isLoading,
    error: data ? null : error,
  }
}

/** Reads the stages again, and says whether they are being read. */
export const useStagesRetry = (projectID: string): { isRetrying: boolean; retry: () => void } => {
  const { isFetching, refetch } = useQuery(stagesQuery(projectID, false))
  return { isRetrying: isFetching, retry: () => void refetch() }
}

/** The stages as the cache has them. */
export const readStages = (client: QueryClient, projectID: string): readonly Stage[] =>
  client.getQueryData(stagesQuery(projectID, true).queryKey)?.data.stages ?? none

export const writeStages = (client: QueryClient, projectID: string, list: StageList): void =>
  void client.setQueryData(stagesQuery(projectID, true).queryKey, { data: list })

const listSchema = contract.stages.replace.response.shape.data

/** The current list, from an error that refused a change because it was based on an older one; else null. */
export const newerStages = (error: unknown): StageList | null => {
  if (!isApiError(error) || error.status !== 409) return null
  const newer = listSchema.safeParse(error.newer)
  return newer.success ? newer.data : null
}

/** Asks for the stages together with the board, which waits for them. */
export const prefetchStages = async (client: QueryClient, projectID: string): Promise<void> => {
  if (await askCapability('stages')) await client.prefetchQuery(stagesQuery(projectID, true))
}
