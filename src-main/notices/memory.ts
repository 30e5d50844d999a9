import { z } from 'zod'
import { errorKind, log } from '../log.ts'

/** The most people of whom a device remembers what it has shown, and the most notices of each. */
const PEOPLE_MAX = 10
const KNOWN_MAX = 200
/** The most notices on display that a start of the app can still open. */
const OPEN_MAX = 20

const known = z.strictObject({ id: z.string(), at: z.string() })
const person = z.strictObject({ userID: z.string(), known: z.array(known) })
/** A notice on display, by the ID that the system gives back when it is clicked, and the link that it opens. */
const open = z.strictObject({ id: z.string(), link: z.string() })

/** What the app remembers of notices across its runs: which ones it has had, and which are on display. Never a text. */
export const noticeMemory = z.strictObject({ people: z.array(person), open: z.array(open) })
export type NoticeMemory = z.output<typeof noticeMemory>

type MemoryStore = { read: () => NoticeMemory; write: (memory: NoticeMemory) => void }
type Mark = { id: string; updatedAt: string }

/**
 * The notices that this device has had and displays now, over a store. While the store cannot be written (a full disk,
 * say), they are remembered until the app ends, so that nothing is shown twice.
 */
export const openMemory = (kept: MemoryStore) => {
  let unkept: NoticeMemory | null = null
  const read = () => unkept ?? kept.read()
  const write = (memory: NoticeMemory): void => {
    try {
      kept.write(memory)
      unkept = null
    } catch (error) {
      if (!unkept) log(`What was shown of notices cannot be kept: ${errorKind(error)}`)
      unkept = memory
    }
  }
  const of = (userID: string) => read().people.find((one) => one.userID === userID)
  return {
    /** Those of the notices that are new to this device since their last event. The first time, none is. */
    takeNew: <N extends Mark>(userID: string, notices: readonly N[]): N[] => {
      const before = of(userID)
      const had = new Map(before?.known.map(({ id, at }) => [id, at]))
      const fresh = notices.filter(({ id, updatedAt }) => had.get(id) !== updatedAt)
      if (before && fresh.length === 0) return []
      for (const { id, updatedAt } of fresh.toReversed()) {
        had.delete(id)
        had.set(id, updatedAt)
      }
      const memory = read()
      const now = { userID, known: [...had].slice(-KNOWN_MAX).map(([id, at]) => ({ id, at })) }
      const others = memory.people.filter((one) => one.userID !== userID)
      write({ ...memory, people: [...others, now].slice(-PEOPLE_MAX) })
      return before ? fresh : []
    },
    shown: (id: string, link: string): void => {
      const memory = read()
      write({ ...memory, open: [...memory.open.filter((one) => one.id !== id), { id, link }].slice(-OPEN_MAX) })
    },
    /** Forgets a notice on display; answers its link. */
    closed: (id: string): string | undefined => {
      const memory = read()
      const found = memory.open.find((one) => one.id === id)
      if (found) write({ ...memory, open: memory.open.filter((one) => one !== found) })
      return found?.link
    },
    open: (): readonly string[] => read().open.map(({ id }) => id),
  }
}
