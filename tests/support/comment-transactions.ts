import { unique } from './factories.ts'
import type { Team } from './task-transactions.ts'

/** The transactions of comments, for tests/api/transactions.test.ts. */
export const commentTransactions = (team: () => Promise<Team>) => {
  const file = 'modules/comments/service.ts'
  const onTask = async () => {
    const { owner, member, id } = await team()
    const body = { projectID: id, title: 'A task', description: 'Work.', assignedToID: member.id }
    const { data } = await owner.api.tasks.create({ body })
    const write = (by: typeof owner, text: string) =>
      by.api.comments.create({ params: { id: data.id }, body: { body: text, idempotencyKey: unique('comment') } })
    return { owner, member, write }
  }
  return {
    'somebody comments on a task': {
      file,
      prepare: async () => {
        const { owner, member, write } = await onTask()
        return () => write(owner, `Look, @${member.username}`)
      },
    },
    'a comment is changed': {
      file,
      prepare: async () => {
        const { owner, member, write } = await onTask()
        const { data } = await write(owner, 'A thought')
        const changed = () => ({ body: unique(`@${member.username}, another thought `) })
        return () => owner.api.comments.update({ params: { id: data.id }, body: changed() })
      },
    },
    'a comment is deleted': {
      file,
      prepare: async () => {
        const { owner, write } = await onTask()
        const { data } = await write(owner, 'A thought')
        return () => owner.api.comments.remove({ params: { id: data.id } })
      },
    },
  }
}
