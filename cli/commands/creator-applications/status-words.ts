import { creatorApplicationStatus } from '#shared/rules/statuses.ts'

/** The words that the command line has for the states of an application. */
export const statusWords = Object.keys(creatorApplicationStatus) as Array<keyof typeof creatorApplicationStatus>
export type StatusWord = (typeof statusWords)[number]

export const statusWord = (status: number): string =>
  statusWords.find((word) => creatorApplicationStatus[word] === status) ?? String(status)
