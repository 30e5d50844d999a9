import { creatorApplicationStatus } from '../../../shared/rules/statuses.ts'

/** How a state of an application is written on the command line. */
export const statusWords = Object.keys(creatorApplicationStatus) as Array<keyof typeof creatorApplicationStatus>
export type StatusWord = (typeof statusWords)[number]

export const statusWord = (status: number): string =>
  statusWords.find((word) => creatorApplicationStatus[word] === status) ?? String(status)
