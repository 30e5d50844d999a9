import { useQueryClient } from '@tanstack/react-query'
import type { RunningClaim } from '#shared/contract/claims.ts'
import { nameOf } from '#shared/rules/person.ts'
import { askCapability } from '#data/capabilities.ts'
import { runningClaimsQuery } from '#data/claims.ts'
import { confirm } from '#lib/confirm.ts'
import { formatDate } from '#lib/format.ts'

/** The most people who are named in a question. */
const NAMED_MAX = 5

const sayOne = ({ holder, taskId: number, leaseUntil, reviewBy }: RunningClaim): string => {
  const what = `${nameOf(holder)} has task #${number}`
  if (reviewBy !== null) return `${what}, to be reviewed by ${formatDate(reviewBy)}`
  return leaseUntil === null ? what : `${what} until ${formatDate(leaseUntil)}`
}

/** What a question says of those who have tasks, with their dates; null where nobody has one. */
export const runningText = (claims: readonly RunningClaim[]): string | null => {
  if (claims.length === 0) return null
  const more = claims.length - NAMED_MAX
  const named = claims.slice(0, NAMED_MAX).map(sayOne)
  return `${[...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')}. That goes on, with its dates.`
}

/** What a question says where the server did not answer who has tasks. */
export const UNKNOWN = 'Who has tasks of it could not be loaded.'

/** Asks before a project is archived in which somebody has a task; true without a question where nobody has. */
export const confirmArchive = async (title: string, findRunning: () => Promise<string | null>): Promise<boolean> => {
  const text = await findRunning().catch(() => UNKNOWN)
  return text === null || confirm({ title: `Archive “${title}”?`, text, confirmLabel: 'Archive', cancelLabel: 'No' })
}

/** Asks the server who has tasks of the project; null where nobody has one, and for a server without claims. */
export const useRunningClaims = (projectID: string): (() => Promise<string | null>) => {
  const client = useQueryClient()
  return async () => {
    if (!(await askCapability('claims'))) return null
    const { data } = await client.fetchQuery({ ...runningClaimsQuery(projectID), retry: false })
    return runningText(data)
  }
}
