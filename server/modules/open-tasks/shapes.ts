import { OPEN_TASK_TEXT_MAX, type OpenTask, type OpenTaskPage, type SavedTask } from '#shared/contract/open-tasks.ts'
import { beginningOf } from '#shared/rules/cut.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { shownWhyNot } from '#shared/rules/why-not-take.ts'
import type { whyNotAll } from '../claims/service.ts'
import type { OfferedTaskRow } from './repository.ts'

type Answer = Awaited<ReturnType<typeof whyNotAll>>[number]

/** A row of the list. Nothing of members, comments, files, labels and the assignee is in it. */
export const toOpenTask = (row: OfferedTaskRow, { why, isFull }: Answer): OpenTask => ({
  id: row.id,
  taskId: String(row.task_number),
  title: row.title,
  description: beginningOf(row.description, OPEN_TASK_TEXT_MAX),
  amountCents: row.amount_cents,
  currency: row.currency,
  hours: row.hours,
  dueOn: row.due_on,
  mode: row.mode,
  leaseDays: row.lease_days,
  takers: row.takers,
  minTier: row.min_tier,
  skills: row.skills,
  aiRule: row.ai_rule,
  may: why === null,
  whyNot: why && shownWhyNot(why),
  full: isFull,
  project: { id: row.project_id, title: row.project_title, tier: row.project_tier, owner: row.owner },
})

const stateOf = ({ status, assigned_to_username: holder }: OfferedTaskRow): OpenTaskPage['state'] =>
  holder !== null || status > taskStatus.inProgress ? 'taken' : 'open'

export const toSavedTask = (row: OfferedTaskRow, answer: Answer): SavedTask => ({
  ...toOpenTask(row, answer),
  state: stateOf(row),
})

export const toPage = (row: OfferedTaskRow, answer: Answer): OpenTaskPage => ({
  ...toSavedTask(row, answer),
  description: row.description,
  doneWhen: row.done_when.map(({ text }) => text),
  reviewDays: row.review_days,
  payDays: row.pay_days,
  answerDays: row.answer_days,
})
