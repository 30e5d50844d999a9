import { applicationStatus } from '../../../shared/rules/statuses.ts'

/** How a state of an application is written on the command line. */
export const statusWords = Object.keys(applicationStatus) as Array<keyof typeof applicationStatus>
export type StatusWord = (typeof statusWords)[number]

export const statusWord = (status: number): string =>
  statusWords.find((word) => applicationStatus[word] === status) ?? String(status)
