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

/** The most bytes of boards that are kept in memory, which is room for some dozens of boards of a thousand tasks. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024

/**
 * Reads boards in the form of the API's answers. Screens often ask whether a board has changed, and the screens of one
 * project's members ask about the same board.
 */
export const createBoards = ({ db }: Pick<AppDeps, 'db'>) => {
  const readTag = inBatches((boards: readonly BoardOf[]) => readBoardTags(db, boards))
  // The answers by what was asked for. One is used only when the database confirms that the board still has its tag.
  const kept = new LRUCache<string, { tag: string; body: Buffer }>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ body }) => body.byteLength,
  })
  /** A page of a project's tasks. Errors: 404, 403 for a viewer who is not a member, 422 for an invalid cursor. */
  return async (
    viewer: Viewer,
    { projectID, limit, cursor, status }: BoardRequest,
    knownTags: readonly string[],
  ): Promise<PreparedAnswer> => {
    const after = cursor === undefined ? null : readCursor(cursor)
    // The tag is read first: when the tasks change before they are read, the tag is outdated, and the next request gets
    // a complete answer.
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
