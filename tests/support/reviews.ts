import { unique } from './factories.ts'
import type { TestApp } from './server.ts'

type Someone = { id: string; api: ReturnType<TestApp['client']> }
type Team = { owner: Someone; member: Someone; id: string }

const task = (projectID: string, assignedToID: string, status: number) => ({
  projectID,
  title: 'A task',
  description: 'Work.',
  assignedToID,
  status,
})

/** The cases of tests/api/transactions.test.ts about handing in, answering, and what else ends a review. */
export const reviewTransactions = (team: () => Promise<Team>) => ({
  'a task is handed in for review': {
    file: 'modules/tasks/changes.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      const { data } = await owner.api.tasks.create({ body: task(id, member.id, 1) })
      // The member's visit is noted with this move, so that it is no part of handing in.
      await member.api.tasks.update({ params: { id: data.id }, body: { status: 2 } })
      const body = { note: 'Ready.', idempotencyKey: unique('hand-in-') }
      return () => member.api.submissions.create({ params: { id: data.id }, body })
    },
  },
  'what was handed in is accepted, and its reputation given': {
    file: 'modules/tasks/changes.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      const { data } = await owner.api.tasks.create({ body: task(id, member.id, 2) })
      const body = { note: 'Ready.', idempotencyKey: unique('hand-in-') }
      await member.api.submissions.create({ params: { id: data.id }, body })
      return () => owner.api.submissions.accept({ params: { id: data.id, n: 1 }, body: {} })
    },
  },
  'a member is removed, and what they have handed in is withdrawn': {
    file: 'modules/memberships/members-service.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      const { data } = await owner.api.tasks.create({ body: task(id, member.id, 2) })
      const body = { note: 'Ready.', idempotencyKey: unique('hand-in-') }
      await member.api.submissions.create({ params: { id: data.id }, body })
      return () => owner.api.memberships.remove({ params: { id, userId: member.id } })
    },
  },
})
