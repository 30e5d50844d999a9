import { usageError } from './exit-codes.ts'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the ID of `noun`, which the command `list` prints. Errors: CliError (usage), such as for one that a terminal has cut off. */
export const wholeID =
  (noun: string, list: string) =>
  (typed: string): string => {
    if (!ID.test(typed)) throw usageError(`"${typed}" is not the ID of ${noun}; \`${list}\` shows it whole.`)
    return typed.toLowerCase()
  }

export const projectID = wholeID('a project', 'project list --json')

/** The same for an argument that may be given several times. */
export const wholeIDs =
  (noun: string, list: string) =>
  (typed: string, before: string[] = []): string[] => [...before, wholeID(noun, list)(typed)]

/**
 * For a command that reports on each of many IDs: refuses what was typed when there is not one whole ID in it. Errors: CliError (usage).
 */
export const requireWholeID = (named: readonly string[], noun: string, list: string): void => {
  const [first] = named
  if (first !== undefined && !named.some((typed) => typed === '-' || ID.test(typed))) wholeID(noun, list)(first)
}

/** Reads a task's ID or its number. */
export const taskName = (typed: string): string =>
  /^#?\d+$/.test(typed) ? typed : wholeID('a task, nor its number', 'task list --json')(typed)
