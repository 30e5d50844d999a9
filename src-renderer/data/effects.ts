import { about, stale, subjects } from '#shared/contract/stale.ts'
import type { InputOf, ReadOperation, WritingOperation } from './operations.ts'

/** The project, the task and the request that a write is about, where they are known. They narrow which answers go stale. */
export type Subject = { projectID?: string | undefined; taskID?: string | undefined; requestID?: string | undefined }

/** The reads that are about one project, task or request, and the parameter that names it. All other reads are about many. */
const aboutOne: Partial<Record<ReadOperation, readonly [subject: keyof Subject, param: string]>> = about

/** The reads that each writing call makes stale, as the contract states them. An event about the same change makes the same reads stale. */
export const effects: Readonly<Record<WritingOperation, readonly ReadOperation[]>> = stale

type StaleKey = readonly [ReadOperation] | readonly [ReadOperation, { params: Record<string, string> }]

const keyOf = (read: ReadOperation, subject: Subject): StaleKey => {
  const [name, param] = aboutOne[read] ?? []
  const id = name && subject[name]
  return id && param ? [read, { params: { [param]: id } }] : [read]
}

/**
 * The key prefixes of these reads. A read about one thing goes stale only for the subject; where the subject is not
 * known, it goes stale for all.
 */
export const keysOfReads = (reads: readonly ReadOperation[], subject: Subject): StaleKey[] =>
  reads.map((read) => keyOf(read, subject))

/** The key prefixes that a write makes stale. */
export const staleKeys = (operation: WritingOperation, subject: Subject): StaleKey[] =>
  keysOfReads(effects[operation], subject)

/** The key prefixes of all reads about one project. */
export const keysOfProject = (projectID: string): StaleKey[] =>
  Object.entries(aboutOne)
    .filter(([, [name]]) => name === 'projectID')
    .map(([read]) => keyOf(read as ReadOperation, { projectID }))

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const field = (from: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    from,
  )

/**
 * The subject of a write: what its path names, and what its input or its answer says of the project, task or request where the path
 * names no project and no request.
 */
export const subjectOf = <O extends WritingOperation>(operation: O, input: InputOf<O>, answer?: unknown): Subject => {
  const [thing, param = ''] = subjects[operation] ?? []
  const named = thing ? { [thing]: text(field(input, 'params', param)) } : {}
  if (thing === 'projectID' || thing === 'requestID') return named
  const said = {
    projectID:
      text(field(input, 'body', 'projectID')) ??
      text(field(answer, 'data', 'projectID')) ??
      text(field(answer, 'data', 'task', 'projectID')),
    taskID: text(field(answer, 'data', 'taskID')),
    requestID: text(field(answer, 'data', 'requestID')),
  }
  return { ...said, ...named }
}
