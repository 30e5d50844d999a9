import { nameOf } from '#shared/rules/person.ts'
import type { NamedPerson } from './repository.ts'
import type { HistoryEvent } from '#shared/contract/comments.ts'

type Data = Readonly<Record<string, unknown>>
type Change = HistoryEvent['changes'][number]

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
const isPerson = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** The IDs of the people whom an event's own data names: whom a task was taken from and given to. */
export const peopleIn = ({ from, to }: Data): string[] => [from, to].filter(isPerson)

const calledBy = (person: NamedPerson | undefined): string | null => (person ? nameOf(person) : null)
/** A status is a number, a person an ID, shown by their name; a person who is gone has none. */
const valueOf = (value: unknown, people: ReadonlyMap<string, NamedPerson>): string | null =>
  isPerson(value) ? calledBy(people.get(value)) : textOf(value)

/** The stage that an event names: a move has the one that it led to, a change of the stage alone both. */
const stageChange = ({ stage, from, to }: Data): Change[] => {
  const nameIn = (value: unknown) => textOf((value as { name?: unknown } | undefined)?.name)
  const isStage = (value: unknown) => typeof value === 'object' && value !== null
  if (isStage(stage)) return typeof to === 'number' ? [{ field: 'stage', from: null, to: nameIn(stage) }] : []
  return isStage(from) || isStage(to) ? [{ field: 'stage', from: nameIn(from), to: nameIn(to) }] : []
}

/** Fields that name what a guest knows nothing of: stages, labels and other tasks of the project. */
const INSIDE: readonly string[] = ['stage', 'labelIDs', 'blockedByIDs', 'credit']
/** The same for a guest of the task. */
export const withoutInside = <E extends { changes: Change[] }>(event: E): E => ({
  ...event,
  changes: event.changes.filter(({ field }) => !INSIDE.includes(field)),
})

/**
 * The changes that a task's event reports: a status or an assignee as `from` and `to`, else the fields' names, with
 * short old and new values where the event has them. Other data, such as IDs, is left out.
 */
export const historyOf = (
  data: Data,
  people: ReadonlyMap<string, NamedPerson>,
): Pick<HistoryEvent, 'changes' | 'round'> => {
  const round = typeof data['round'] === 'number' ? data['round'] : null
  const staged = stageChange(data)
  if (staged.length > 0 && !('stage' in data)) return { round, changes: staged }
  if ('from' in data && 'to' in data) {
    const { from, to } = data
    const field = typeof from === 'number' || typeof to === 'number' ? 'status' : 'assignee'
    const changes = [{ field, from: valueOf(from, people), to: valueOf(to, people) }, ...staged]
    if (data['uncredited'] === 'limit') changes.push({ field: 'credit', from: null, to: 'limit' })
    return { round, changes }
  }
  const fields = Array.isArray(data['fields']) ? data['fields'].filter((name) => typeof name === 'string') : []
  const changes = fields.map((field): Change => {
    const { from, to } = (data[field] ?? {}) as { from?: unknown; to?: unknown }
    return { field, from: textOf(from), to: textOf(to) }
  })
  return { round, changes }
}
