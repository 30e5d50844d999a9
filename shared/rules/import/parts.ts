import { IMPORT_MAX, type ImportedTask } from '#shared/contract/imports.ts'
import { writtenNumbers } from './numbers.ts'
import type { Plan } from './plan.ts'

/** The most bytes of the tasks of one part, below what the server takes in one import. */
const PART_BYTES = 10 * 1024 * 1024
/** The bytes of a text in UTF-8. */
const bytesOf = (text: string): number => {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Each half of a pair of surrogates is two of its four bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}

/** The numbers that the texts of a part name, with the places of their tasks. */
export type Numbers = ReadonlyArray<{ written: number; place: number }>
export type Part = { tasks: readonly ImportedTask[]; numbers: Numbers }
export type Parts = { parts: readonly Part[]; total: number } & Pick<Plan, 'labels' | 'stages'>

/** The places of tasks by the numbers that the file gives them. */
const placesOf = (tasks: Plan['tasks']): ReadonlyMap<number, number> => {
  const places = new Map<number, number>()
  for (const [place, { draft }] of tasks.entries()) {
    const number = Number(/^#?([1-9]\d{0,8})$/.exec(draft.key ?? '')?.[1] ?? 0)
    if (number > 0 && !places.has(number)) places.set(number, place)
  }
  return places
}
const numbersOf = (tasks: readonly ImportedTask[], places: ReadonlyMap<number, number>): Numbers => {
  const texts = tasks.flatMap(({ description, comments = [] }) => [description, ...comments])
  const named = new Set(texts.flatMap(writtenNumbers))
  return [...named].flatMap((written) => {
    const place = places.get(written)
    return place === undefined ? [] : [{ written, place }]
  })
}

/**
 * The tasks of a plan in parts that the server takes, in their order. The places in `blockedBy` count from the first task of the first
 * part, and a task of an earlier part that is blocked by one of a later part is named there, in `blocks`.
 */
export const partsOf = ({ tasks, labels, stages }: Pick<Plan, 'tasks' | 'labels' | 'stages'>): Parts => {
  const places = placesOf(tasks)
  const made = (all: ReadonlyArray<readonly ImportedTask[]>): Parts => ({
    parts: all.map((part) => ({ tasks: part, numbers: numbersOf(part, places) })),
    total: tasks.length,
    labels,
    stages,
  })
  const parts: ImportedTask[][] = []
  const partOf: number[] = []
  let bytes = 0
  for (const { sent } of tasks) {
    const size = bytesOf(JSON.stringify(sent)) + 1
    const last = parts.at(-1)
    if (!last || last.length >= IMPORT_MAX || bytes + size > PART_BYTES) {
      parts.push([sent])
      bytes = size
    } else {
      last.push(sent)
      bytes += size
    }
    partOf.push(parts.length - 1)
  }
  if (parts.length <= 1) return made(parts)
  const later = new Map<number, number[]>()
  for (const [at, { sent }] of tasks.entries())
    for (const place of sent.blockedBy ?? [])
      if ((partOf[place] ?? 0) > (partOf[at] ?? 0)) later.set(place, [...(later.get(place) ?? []), at])
  let at = -1
  const linked = parts.map((part) =>
    part.map((task) => {
      at += 1
      const here = partOf[at] ?? 0
      const blocks = later.get(at)
      const blockedBy = (task.blockedBy ?? []).filter((place) => (partOf[place] ?? 0) <= here)
      return { ...task, blockedBy, ...(blocks && { blocks }) }
    }),
  )
  return made(linked)
}
