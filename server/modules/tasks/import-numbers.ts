import { COMMENT_MAX } from '#shared/contract/comments.ts'
import { TASK_TEXT_MAX } from '#shared/contract/task.ts'
import type { ImportedTask } from '#shared/contract/index.ts'
import { cut } from '#shared/rules/cut.ts'
import { renumbered } from '#shared/rules/import/numbers.ts'
import type { Tx } from '#server/db/pool.ts'
import { findNumbers, findTakenNumbers, takeNumbers } from './import-repository.ts'

/** The numbers that texts name as their file writes them, with the places of their tasks in the whole import. */
export type Written = ReadonlyArray<{ written: number; place: number }>
type ToNumber = {
  projectID: string
  tasks: readonly ImportedTask[]
  earlierTasks: readonly string[]
  total?: number | undefined
  numbers?: Written | undefined
}

/**
 * The number of the first of these tasks, and that of the import's first one where all its numbers are in a row. The first part takes
 * those of the further ones too, so that its texts can name their tasks.
 */
const firstsFor = async (tx: Tx, { projectID, tasks, earlierTasks, total }: ToNumber) => {
  const [firstID] = earlierTasks
  const count = tasks.length
  if (firstID === undefined) {
    const first = await takeNumbers(tx, projectID, Math.max(count, total ?? 0))
    return { first, ofImport: total === undefined ? null : first }
  }
  const from = earlierTasks.length
  const ofImport =
    total === undefined || from + count > total
      ? null
      : await findTakenNumbers(tx, projectID, { firstID, from, count, total })
  return { first: ofImport === null ? await takeNumbers(tx, projectID, count) : ofImport + from, ofImport }
}

/** Gives the tasks their numbers, and their texts the numbers of the tasks that they name. */
export const numbered = async (tx: Tx, given: ToNumber): Promise<{ first: number; tasks: readonly ImportedTask[] }> => {
  const { tasks, earlierTasks, numbers, total = 0 } = given
  const { first, ofImport } = await firstsFor(tx, given)
  if (numbers === undefined) return { first, tasks }
  const before = earlierTasks.length
  const earlier = await findNumbers(
    tx,
    numbers.flatMap(({ place }) => earlierTasks[place] ?? []),
  )
  const numberAt = (place: number): number | undefined => {
    if (place < before) return earlier.get(earlierTasks[place] ?? '')
    if (place < before + tasks.length) return first + place - before
    return ofImport !== null && place < total ? ofImport + place : undefined
  }
  const numberOf = new Map(numbers.map(({ written, place }) => [written, numberAt(place)]))
  const text = (said: string, most: number) =>
    cut(
      renumbered(said, (written) => numberOf.get(written)),
      most,
    )
  return {
    first,
    tasks: tasks.map((task) => ({
      ...task,
      description: text(task.description, TASK_TEXT_MAX),
      ...(task.comments && { comments: task.comments.map((said) => text(said, COMMENT_MAX)) }),
    })),
  }
}
