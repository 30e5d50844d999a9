import { oneLine } from '#shared/contract/common.ts'
import { fold } from '#shared/contract/fold.ts'
import { LABEL_NAME_MAX } from '#shared/contract/labels.ts'
import { LABELS_MAX } from '#shared/contract/task-fields.ts'
import { cut } from '../cut.ts'
import type { DraftTask, Drafts } from './drafts.ts'

const folded = (text: string) => fold(text.trim())

/**
 * What becomes of each label of a file, by its name: the name that it gets here, or null where there is no room. `colours` has those of
 * labels that exist, too: so a plan is the same after a part of it was sent.
 */
export type LabelPlan = { nameOf: ReadonlyMap<string, string | null>; colours: Drafts['labels'] }

/** A name that fits and that no other label has; `numbers` has the next number of each beginning. */
const shortName = (label: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string => {
  if (label.length <= LABEL_NAME_MAX) return label
  const whole = cut(label, LABEL_NAME_MAX)
  let short = whole
  for (let number = numbers.get(whole) ?? 2; taken.has(folded(short)); number += 1) {
    numbers.set(whole, number)
    const end = ` ${number}`
    short = `${cut(label, LABEL_NAME_MAX - end.length)}${end}`
  }
  return short
}

/** The labels that tasks use, most used first, as many as there is room for beside those of the project. */
export const planLabels = (
  tasks: readonly DraftTask[],
  colours: Drafts['labels'],
  existing: readonly string[],
): LabelPlan => {
  const used = new Map<string, { label: string; count: number }>()
  for (const { labels } of tasks)
    for (const name of new Set(labels)) {
      const label = oneLine(name)
      const known = used.get(folded(label))
      if (known) known.count += 1
      else if (label !== '') used.set(folded(label), { label, count: 1 })
    }
  const taken = new Set(existing.map(folded))
  const nameOf = new Map<string, string | null>()
  const short = new Set<string>()
  const numbers = new Map<string, number>()
  const colourOf = new Map(colours.map(({ name, colour }) => [folded(name), colour]))
  const given: Array<Drafts['labels'][number]> = []
  for (const [key, { label }] of [...used].toSorted(([, a], [, b]) => b.count - a.count)) {
    const name = shortName(label, short, numbers)
    const hasRoom = taken.has(folded(name)) || taken.size < LABELS_MAX
    nameOf.set(key, hasRoom ? name : null)
    if (!hasRoom) continue
    taken.add(folded(name))
    short.add(folded(name))
    const colour = colourOf.get(key)
    if (colour) given.push({ name, colour })
  }
  return { nameOf, colours: given }
}

/** The labels of a task as they are here, and those that are left out; `note` is called with what is cut. */
export const labelsOf = (draft: DraftTask, { nameOf }: LabelPlan, note: (text: string) => void) => {
  const labels: string[] = []
  const leftOut: string[] = []
  for (const said of draft.labels) {
    const label = oneLine(said)
    if (label === '') continue
    const name = nameOf.get(folded(label)) ?? null
    if (name === null) {
      leftOut.push(label)
      note(`The label ‘${label}’ is left out: a project has at most ${LABELS_MAX} labels. The description names it.`)
    } else {
      labels.push(name)
      if (label.length > LABEL_NAME_MAX) {
        leftOut.push(label)
        note(`The label ‘${label}’ is cut to ‘${name}’: a label has at most ${LABEL_NAME_MAX} characters.`)
      }
    }
  }
  return { labels: [...new Set(labels)], leftOut }
}
