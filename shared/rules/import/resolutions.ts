import { taskStatus } from '../statuses.ts'
import { headOf } from './words/heads.ts'
import { readStatus } from './words/statuses.ts'

/* Bugzilla, Jira, Trac and Redmine close what is done and what will never be done alike, and say beside the status which of both it is. */

const heads = new Set(
  'Resolution|Reason|Close reason|Closed reason|Closed as|State reason|Resolución|Résolution|Lösung|Resolução|Rozwiązanie|Risoluzione|Oplossing|Resolutie|解決状況|解决结果|Решение|Резолюция|해결책'
    .split('|')
    .map(headOf),
)
/** The name of the column that says why a task was closed. */
export const resolutionIn = (names: readonly string[]): string | undefined =>
  names.find((name) => heads.has(headOf(name)))

/** What a tracker closes without having done it, in words that say something else of an open task. */
const ALONE = /^(?:incomplete|no change required|moved|expired|unvollständig|incompleto|incomplet)$/i
const open: ReadonlyArray<number | undefined> = [taskStatus.requested, taskStatus.assigned, taskStatus.inProgress, taskStatus.underReview] // prettier-ignore

/** The status of a task that was closed for a reason that is no work; undefined for others. */
export const turnedDown = (status: string, reason: string): string | undefined => {
  if (reason === '' || open.includes(readStatus(status))) return undefined
  return readStatus(reason) === taskStatus.rejected ? reason : ALONE.test(reason) ? 'Rejected' : undefined
}
