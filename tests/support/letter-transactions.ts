import { unique } from './factories.ts'
import type { TestApp } from './server.ts'

type Someone = { id: string; username: string; api: ReturnType<TestApp['client']> }
type Team = { owner: Someone; stranger: Someone; params: { id: string } }

/** The transactions of what applications say, for tests/api/transactions.test.ts. */
export const letterTransactions = (team: () => Promise<Team>) => {
  const applied = async () => {
    const { owner, stranger, params } = await team()
    const { data } = await stranger.api.projects.apply({ params, body: { letter: 'Hello' } })
    const id = data.requestId ?? ''
    const say = (body: string) =>
      owner.api.requests.comment({ params: { id }, body: { body, idempotencyKey: unique('comment') } })
    return { owner, stranger, id, say }
  }
  const file = 'modules/memberships/letters.ts'
  const thread = 'modules/comments/thread.ts'
  return {
    'an application is changed': {
      file,
      prepare: async () => {
        const { stranger, id } = await applied()
        return () => stranger.api.requests.update({ params: { id }, body: { letter: unique('Hello ') } })
      },
    },
    'an application is opened': {
      file,
      prepare: async () => {
        const { owner, id } = await applied()
        return () => owner.api.requests.see({ params: { id }, body: {} })
      },
    },
    'somebody comments on an application': {
      file: thread,
      prepare: async () => {
        const { stranger, say } = await applied()
        return () => say(`Look, @${stranger.username}`)
      },
    },
    'a comment on an application is changed': {
      file: thread,
      prepare: async () => {
        const { owner, stranger, say } = await applied()
        const { data } = await say('A thought')
        const changed = () => ({ body: unique(`@${stranger.username}, another thought `) })
        return () => owner.api.comments.update({ params: { id: data.id }, body: changed() })
      },
    },
    'a comment on an application is deleted': {
      file: thread,
      prepare: async () => {
        const { owner, say } = await applied()
        const { data } = await say('A thought')
        return () => owner.api.comments.remove({ params: { id: data.id } })
      },
    },
  }
}
