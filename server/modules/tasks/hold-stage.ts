import type { Stage } from '#shared/contract/index.ts'
import { holdProject } from '#server/access/locks.ts'
import type { Tx } from '#server/db/pool.ts'
import { invalid } from '#server/http/errors.ts'
import { findStages } from './stages-repository.ts'

export const unknownStage = (path: string) => invalid(path, 'There is no such stage in this project.')

/**
 * Sees to it that the project has this stage for tasks of this status, which stays so until the transaction ends. To be called
 * before any other lock is taken. Returns all stages. Errors: 422 for a stage of another project or status.
 */
export const holdStage = async (
  tx: Tx,
  { projectID, status, stageID }: { projectID: string; status: number; stageID: number | null },
): Promise<Stage[]> => {
  await holdProject(tx, projectID)
  const stages = await findStages(tx, projectID)
  const stage = stages.find(({ id }) => id === stageID)
  if (stageID !== null && !stage) throw unknownStage('stageID')
  if (stage && stage.status !== status) throw invalid('stageID', 'This stage has another status than the task.')
  return stages
}
