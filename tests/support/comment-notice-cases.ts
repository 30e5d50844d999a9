import { unique } from './factories.ts'
import type { Case, Person } from './notice-cases.ts'

const say = (by: Person, id: string, body: string) =>
  by.api.requests.comment({ params: { id }, body: { body, idempotencyKey: unique('comment') } })

/** Who hears of the comments on a task. */
export const commentNoticeCases: Record<string, Case> = {
  '[INBOX-10] [INBOX-21] comment.added': {
    prepare: async ({ create, member, other, comment }) => {
      const { id } = await create(member.id)
      // The author of a comment follows the task.
      await comment(other, id, 'I can help.')
      return id
    },
    act: ({ admin, comment }, id) => comment(admin, id, 'Please do.'),
    told: { owner: 'following', member: 'direct', other: 'following' },
  },
  '[INBOX-10] [INBOX-17] comment.added by its assignee': {
    prepare: async ({ create, member }) => (await create(member.id)).id,
    act: ({ member, comment }, id) => comment(member, id, 'Done soon.'),
    told: { owner: 'following' },
  },
  '[INBOX-10] [INBOX-23] comment.added to a task that its assignee has muted': {
    prepare: async ({ create, member }) => {
      const { id } = await create(member.id)
      await member.api.notifications.follow({ params: { id }, body: { muted: true } })
      return id
    },
    act: ({ admin, comment }, id) => comment(admin, id, 'Please do.'),
    told: { owner: 'following' },
  },
  // A person who is named gets one row, whatever else they are to the task; a mention beats a mute.
  '[INBOX-09] [INBOX-10] [INBOX-23] comment.added, to whom it names comment.mentioned': {
    prepare: async ({ create, member, owner }) => {
      const { id } = await create(member.id)
      await owner.api.notifications.follow({ params: { id }, body: { muted: true } })
      return id
    },
    act: ({ admin, member, owner, other, stranger, comment }, id) =>
      comment(admin, id, `@${member.username} @${owner.username} @${other.username} @${stranger.username} look`),
    told: { owner: 'direct', member: 'direct', other: 'direct' },
  },
  '[INBOX-09] comment.edited, to whom it names first comment.mentioned': {
    prepare: async ({ create, admin, member, comment }) => {
      const { id } = await create()
      return (await comment(admin, id, `@${member.username} look`)).id
    },
    act: ({ admin, member, other }, id) =>
      admin.api.comments.update({
        params: { id },
        body: { body: `@${member.username} and @${other.username}, look` },
      }),
    told: { other: 'direct' },
  },
  // Members know nothing of the comments on an application.
  '[INBOX-09] comment.added to an application, request.commented or request.mentioned': {
    prepare: ({ applied }) => applied(),
    act: ({ stranger, admin, member }, id) => say(stranger, id, `Hello @${admin.username} and @${member.username}`),
    told: { owner: 'requests', admin: 'direct' },
  },
  '[INBOX-09] comment.added to an application by its project, request.commented': {
    prepare: ({ applied }) => applied(),
    act: ({ admin }, id) => say(admin, id, 'Welcome.'),
    told: { owner: 'requests', stranger: 'requests' },
  },
  'comment.deleted': {
    prepare: async ({ create, admin, member, comment }) => {
      const { id } = await create(member.id)
      return (await comment(admin, id, 'Never mind.')).id
    },
    act: ({ admin }, id) => admin.api.comments.remove({ params: { id } }),
    told: {},
  },
}
