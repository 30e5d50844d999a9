import { createHash } from 'node:crypto'
import { splitAmount } from '#shared/rules/money.ts'
import { budgetIn } from '#shared/rules/reward-money.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { DemoProject } from './content/index.ts'
import type { Team } from './team.ts'
import { DAY, type Stage } from './stage.ts'

/** The part of a budget that is paid while the work goes on; the rest is paid at the end. */
const FIRST_MILESTONE = 0.4
const method = 'Bank transfer'

/**
 * Adds the payments of a project with a budget: some for its first milestone, the rest on completion, split by the
 * tasks that people had completed by then. In the demo creator's own projects, one payment was also recorded twice,
 * then voided. Draws no random numbers.
 */
export const addPayments = (stage: Stage, project: DemoProject, team: Team): void => {
  const budget = budgetIn(project.budget ?? null, 'USD')
  const done = completedIn(stage, team)
  const last = done.at(-1)
  if (budget === null || !last) return
  const first = Math.round((budget * FIRST_MILESTONE) / 100) * 100
  const half = done[Math.ceil(done.length / 2) - 1] ?? last
  const isWhole = project.status === 'completed'
  const milestone = isWhole ? half : last
  pay(stage, team, done, { amount: first, at: milestone.at, note: 'First milestone' })
  if (isWhole) pay(stage, team, done, { amount: budget - first, at: last.at, note: 'The rest, with thanks' })
  else if (project.isCreatorsOwn) payTwice(stage, team, milestone)
}

type Done = { userID: string; at: Date; task: PaidTask }
type PaidTask = { task_id: string; task_number: number; task_title: string }

/** The completed tasks of people who are paid (all but the owner), in the order of completion. */
const completedIn = (stage: Stage, { projectID, owner }: Team): Done[] =>
  stage.tasks
    .filter((task) => task.project_id === projectID && task.status === taskStatus.completed)
    .flatMap(({ assigned_to_id: userID, completed_at: at, id, task_number, title }) =>
      userID && userID !== owner.id && at instanceof Date
        ? [{ userID, at, task: { task_id: id, task_number, task_title: title } }]
        : [],
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime())

const pay = (
  stage: Stage,
  team: Team,
  done: readonly Done[],
  { amount, at, note }: { amount: number; at: Date; note: string },
): void => {
  const counts = new Map<string, number>()
  for (const { userID } of done.filter((task) => task.at <= at)) counts.set(userID, (counts.get(userID) ?? 0) + 1)
  const parts = splitAmount(
    amount,
    [...counts].map(([userID, weight]) => ({ userID, weight })),
  )
  const entries = record(stage, team, at, note, parts ?? [])
  // Who had completed a single task by then was paid for that one.
  for (const entry of entries) {
    const own = done.filter((task) => task.at <= at && task.userID === entry.user_id)
    if (own.length === 1) Object.assign(entry, own[0]?.task)
  }
}

const payTwice = (stage: Stage, team: Team, { userID, at, task }: Done): void => {
  const [twice] = record(stage, team, new Date(at.getTime() + 1), 'First milestone', [{ userID, amountCents: 15_000 }])
  const voidedAt = new Date(Math.min(at.getTime() + DAY / 8, stage.now.getTime()))
  if (twice) Object.assign(twice, task, { voided_at: voidedAt, voided_by: team.owner.id, void_reason: 'Entered twice' })
}

const record = (
  stage: Stage,
  { projectID, owner }: Team,
  at: Date,
  note: string,
  parts: ReadonlyArray<{ userID: string; amountCents: number }>,
): Stage['payments'] => {
  const recordingID = stage.newID(at)
  stage.recordings.push({
    id: recordingID,
    project_id: projectID,
    recorded_by: owner.id,
    idempotency_key: recordingID,
    request_hash: createHash('sha256').update(recordingID).digest('base64url'),
    created_at: at,
  })
  const entries = parts.map(({ userID, amountCents }, position) => ({
    id: stage.newID(at),
    recording_id: recordingID,
    position,
    project_id: projectID,
    user_id: userID,
    amount_cents: amountCents,
    currency: 'USD',
    method,
    note,
    created_at: at,
  }))
  stage.payments.push(...entries)
  return entries
}
