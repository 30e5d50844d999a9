import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, HttpError } from '#server/http/errors.ts'
import * as repository from './repository.ts'
import { DELETED_PROJECT_DAYS } from './sweeper.ts'

export const FILES_MAX = 2_000
const MB = 1024 * 1024

type Deps = Pick<AppDeps, 'db' | 'config'>
type FileAnnouncement = {
  id: string
  projectID: string
  uploadedBy: string
  name: string
  mostBytes: number
  now: Date
}

/**
 * Reserves room for an arriving file, until it is stored or given up. One call at a time for each project and person,
 * so that parallel uploads never share room. Errors: 409 in a project with too many files, 413 when the project or the
 * person has no room left.
 */
export const announceFile = ({ db, config }: Deps, file: FileAnnouncement): Promise<void> =>
  withTx(db, async (tx) => {
    const { projectID, uploadedBy, mostBytes } = file
    await repository.holdUsage(tx, projectID, uploadedBy)
    const used = await repository.findUsage(tx, projectID, uploadedBy)
    if (used.project_files >= FILES_MAX)
      throw conflict('CONFLICT', `A project has at most ${FILES_MAX} files. Please delete some first.`)
    if (used.project_bytes + mostBytes > config.projectQuota * MB)
      throw noRoom(
        `This project’s files would have more than the ${sizeOf(config.projectQuota)} that a project may have. Please delete some first.`,
      )
    if (used.person_bytes + mostBytes > config.personQuota * MB)
      throw noRoom(
        `The files you have uploaded would have more than the ${sizeOf(config.personQuota)} that one person may have. ` +
          `Please delete some first; those of deleted projects count for ${DELETED_PROJECT_DAYS} days.`,
      )
    await repository.insertPending(tx, file)
  })

const noRoom = (message: string) => new HttpError(413, 'QUOTA_EXCEEDED', message)

/** Writes 2048 as '2 GB', 500 as '500 MB'. */
const sizeOf = (megabytes: number): string => (megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes} MB`)
