import type { Insertable } from 'kysely'
import type { Submissions } from '../db/schema.generated.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { Stage } from './stage.ts'

type Row = Insertable<Submissions> & { id: string; created_at: Date }

const notes = [
  'Done as we said. The second part is shorter than planned, because most of it was there already.',
  'Ready for a look. I was not sure about the wording in the middle, please tell me.',
  'Everything on the list is in. I left one question for you at the end.',
]
const answers = [
  'Good work. The source of the numbers is missing: please add where each of them is from.',
  'Nearly there. Please shorten the first part, and say what is left out.',
]
const HOUR_MS = 60 * 60 * 1000

/**
 * Rounds of review for the existing tasks: most tasks under review have an open one, every third of these after one
 * that was sent back; some tasks in progress were sent back too.
 */
export const reviewsOf = (stage: Stage): Row[] => {
  const owners = new Map(
    stage.memberships.filter(({ role }) => role === 'owner').map((owner) => [owner.project_id, owner.user_id]),
  )
  const rows: Row[] = []
  let handedIn = 0
  for (const task of stage.tasks) {
    const { id, assigned_to_id: author } = task
    const owner = owners.get(task.project_id)
    const isWaiting = task.status === taskStatus.underReview
    if (!author || !owner || owner === author || !(isWaiting || task.status === taskStatus.inProgress)) continue
    const turn = (handedIn += 1)
    const at = new Date(task.updated_at ?? stage.now)
    const round = (number: number, before: number): Row => ({
      id: stage.newID(new Date(at.getTime() - before)),
      task_id: id,
      round: number,
      author_id: author,
      idempotency_key: `demo ${number} of ${id}`,
      request_hash: '',
      note: notes[(turn + number) % notes.length] ?? '',
      links: number === 1 ? [] : ['https://example.org/second-draft'],
      files: '[]',
      remarks: '[]',
      created_at: new Date(at.getTime() - before),
    })
    const sentBack: Row = {
      ...round(1, 30 * HOUR_MS),
      state: 'changes',
      answered_by: owner,
      answered_at: new Date(at.getTime() - 20 * HOUR_MS),
      answer: answers[turn % answers.length] ?? '',
    }
    const wasSentBack = turn % 3 === 0 && sentBack.created_at > new Date(task.created_at ?? stage.now)
    if (wasSentBack) rows.push(sentBack)
    if (!isWaiting) continue
    const last = wasSentBack ? 2 : 1
    rows.push(round(last, 0))
    task.open_round = last
  }
  return rows
}
