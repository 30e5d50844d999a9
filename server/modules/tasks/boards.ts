import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { sentTime } from '#shared/contract/common.ts'
import { BOARD_LIMIT } from '#shared/contract/index.ts'
import { inBatches } from '#server/db/batch.ts'
import type { AppDeps } from '#server/deps.ts'
import { invalid } from '#server/http/errors.ts'
import type { Caller, RequestContext } from '#server/http/handlers.ts'
import { PreparedAnswer } from '#server/http/prepared-answer.ts'
import type { Input } from '#server/http/services.ts'
import {
  type BoardOf,
  type BoardPosition,
  readBoardPage,
  readBoardState,
  readBoardTags,
  readCounts,
} from './board-repository.ts'
import { changedBy, knownOf, wholeOf, type WholeBoard } from './board-state.ts'
import { refusalToStranger } from './changes.ts'

type BoardRequest = {
  projectID: string
  limit: number
  cursor?: string | undefined
  status?: number | undefined
  counts?: boolean | undefined
}

/** The most bytes of boards that are kept in memory, which is room for some dozens of boards of a thousand tasks. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024
/** From this number of tasks on, deleted ones included, a project is read page by page. */
const WHOLE_LIMIT = BOARD_LIMIT + 1
/** The bytes that a card takes beside its text. */
const CARD_BYTES = 300

/** An answer; of the answers that hold a whole board with what is needed to bring it up to date. */
type BoardAnswer = { tag: string; body: Buffer; whole: WholeBoard | null }

const position = z.tuple([sentTime, z.uuid()])

/** Writes a place on a board as a text that means nothing to clients. */
export const writeCursor = ({ time, id }: BoardPosition): string =>
  Buffer.from(JSON.stringify([time, id])).toString('base64url')

/** Reads a cursor. Errors: 422 for a text that `writeCursor` did not write. */
export const readCursor = (cursor: string): BoardPosition => {
  try {
    const [time, id] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { time, id }
  } catch {
    throw invalid('cursor', 'This is not a cursor of ours.')
  }
}

/**
 * Reads boards in the form of the API's answers. Screens often ask whether a board has changed, and the screens of one
 * project's members ask about the same board.
 */
export const createBoards = ({ db }: Pick<AppDeps, 'db'>) => {
  const readTag = inBatches((boards: readonly BoardOf[]) => readBoardTags(db, boards))
  // Answers by request. One is used only when the database confirms that the board still has its tag.
  const kept = new LRUCache<string, BoardAnswer>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ body, whole }) => body.byteLength + CARD_BYTES * (whole?.shown.size ?? 0),
  })
  /** The whole board as it is now, made of a former one where what has changed since is enough. */
  const readWhole = async (projectID: string, former: WholeBoard | null): Promise<WholeBoard> => {
    const known = former && knownOf(former)
    const changed = former && known && changedBy(former, await readBoardState(db, projectID, WHOLE_LIMIT, known))
    return changed ?? wholeOf(await readBoardState(db, projectID, WHOLE_LIMIT, null))
  }
  const readPage = async ({ projectID, limit, cursor, status, counts }: BoardRequest): Promise<Buffer> => {
    const after = cursor === undefined ? null : readCursor(cursor)
    const page = readBoardPage(db, { projectID, limit, status: status ?? null, after })
    const [{ tasks, next }, counted] = await Promise.all([page, counts ? readCounts(db, projectID) : null])
    const rest = counted === null ? '' : `,"counts":${counted}`
    return Buffer.from(`{"data":${tasks},"nextCursor":${JSON.stringify(next && writeCursor(next))}${rest}}`)
  }
  /**
   * Answers with a board at least as new as `tag`. One read per request runs at a time, and concurrent callers share
   * it: a board of thousands of cards takes long to put together, and all would do so after each move. Tags only grow.
   */
  const underWay = new Map<string, Promise<BoardAnswer>>()
  const readOnce = async (asked: string, tag: string, read: () => Promise<BoardAnswer>): Promise<BoardAnswer> => {
    for (;;) {
      const others = underWay.get(asked)
      if (!others) break
      const answer = await others.catch(() => null)
      if (answer && Number(answer.tag) >= Number(tag)) return answer
    }
    const mine = read().finally(() => underWay.delete(asked))
    underWay.set(asked, mine)
    return mine
  }
  /** A page of a project's tasks. Errors: 401 when the caller's session has ended, 404, 403 for a viewer who is not a member, 422 for an invalid cursor. */
  return async (
    _: unknown,
    caller: Caller,
    { params: { projectId: projectID }, query }: Input<'tasks.byProject'>,
    { knownTags }: Pick<RequestContext, 'knownTags'>,
  ): Promise<PreparedAnswer> => {
    const { limit, cursor, status, counts } = query
    if (cursor !== undefined) readCursor(cursor)
    // The tag is read first: when the tasks change before they are read, the tag is outdated, and the next request gets
    // a complete answer.
    const { userID, sessionID } = caller
    const present = await readTag({ projectID, userID, sessionID })
    if (present === undefined) throw await refusalToStranger({ db }, await caller.verify(), projectID)
    const { tag, history } = present
    const answerOf = (tag: string, body: Buffer | null) => new PreparedAnswer(`${history}.${tag}`, body)
    if (knownTags.includes(`${history}.${tag}`)) return answerOf(tag, null)
    const asked = JSON.stringify([history, projectID, limit, cursor, status, counts])
    const known = kept.get(asked)
    if (known?.tag === tag) return answerOf(tag, known.body)
    const isWhole = cursor === undefined && status === undefined && limit === BOARD_LIMIT && !counts
    const answer = await readOnce(asked, tag, async () => {
      const held = kept.get(asked)
      // A board that was too large for one answer is taken for too large from then on.
      const whole = isWhole && (!held || held.whole) ? await readWhole(projectID, held?.whole ?? null) : null
      const read =
        whole && whole.shown.size < WHOLE_LIMIT
          ? { tag: whole.tag, body: whole.body, whole }
          : { tag, body: await readPage({ projectID, ...query }), whole: null }
      kept.set(asked, read)
      return read
    })
    return answerOf(answer.tag, answer.body)
  }
}
