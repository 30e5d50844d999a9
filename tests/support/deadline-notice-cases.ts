import { notifyOfDeadlines } from '#server/modules/tasks/deadlines.ts'
import type { Case, World } from './notice-cases.ts'

const DAY_MS = 24 * 60 * 60_000

/** A task of the member, which an admin has created, due a number of days from today. */
const dueIn =
  (days: number) =>
  async ({ server, admin, member, project }: World) => {
    const dueOn = new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
    const body = { projectID: project.id, title: 'Draw', description: 'Work.', assignedToID: member.id, dueOn }
    return (await admin.api.tasks.create({ body })).data.id
  }

/** Who hears of deadlines, of which the clock tells. */
export const deadlineNoticeCases: Record<string, Case> = {
  '[INBOX-13] task.due': {
    prepare: dueIn(0),
    act: ({ server }) => notifyOfDeadlines(server),
    told: { member: 'deadlines' },
  },
  '[INBOX-13] task.overdue': {
    prepare: dueIn(-1),
    act: ({ server }) => notifyOfDeadlines(server),
    told: { member: 'deadlines', admin: 'deadlines' },
  },
}
