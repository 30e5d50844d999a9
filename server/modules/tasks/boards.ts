import { LRUCache } from 'lru-cache'
import { inBatches } from '../../db/batch.ts'
import type { AppDeps } from '../../deps.ts'
import type { Viewer } from '../../http/handlers.ts'
import { PreparedAnswer } from '../../http/prepared-answer.ts'
import { type BoardOf, readBoardPage, readBoardTags } from './board-repository.ts'
import { readCursor, writeCursor } from './board-cursor.ts'
import { refusalToStranger } from './service.ts'

type BoardRequest = {
  projectID: string
  limit: number
  cursor?: string | undefined
  status?: number | undefined
}

/** Bytes of boards that are kept in memory; some dozens of boards of a thousand tasks. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024

/** Reads boards as the API answers them. Screens ask often whether one has changed, and those of one team for the same. */
export const createBoards = ({ db }: Pick<AppDeps, 'db'>) => {
  const readTag = inBatches((boards: readonly BoardOf[]) => readBoardTags(db, boards))
  // By what was asked for. Never used on its own word: only while the database says that the board still has that tag.
  const kept = new LRUCache<string, { tag: string; body: Buffer }>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ body }) => body.byteLength,
  })
  /** A page of a project's tasks. Errors: 404, 403 for who is no member, 422 for a cursor that is none. */
  return async (
    viewer: Viewer,
    { projectID, limit, cursor, status }: BoardRequest,
    knownTags: readonly string[],
  ): Promise<PreparedAnswer> => {
    const after = cursor === undefined ? null : readCursor(cursor)
    // First the tag: should the tasks change before they are read, the tag is an old one and the next answer is whole.
    const tag = await readTag({ projectID, userID: viewer.userID })
    if (tag === undefined) throw await refusalToStranger({ db }, viewer, projectID)
    if (knownTags.includes(tag)) return new PreparedAnswer(tag, null)
    const asked = JSON.stringify([projectID, limit, cursor, status])
    const held = kept.get(asked)
    if (held?.tag === tag) return new PreparedAnswer(tag, held.body)
    const { tasks, next } = await readBoardPage(db, { projectID, limit, status: status ?? null, after })
    const body = Buffer.from(`{"data":${tasks},"nextCursor":${JSON.stringify(next && writeCursor(next))}}`)
    kept.set(asked, { tag, body })
    return new PreparedAnswer(tag, body)
  }
}
