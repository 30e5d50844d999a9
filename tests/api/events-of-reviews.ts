import { any, type Case, type World } from './events-world.ts'

/** Calls about what is handed in for review, and other calls that end a review, with the events they leave. */
export const reviewCases = ({ text, team }: World): Record<string, Case> => {
  const handIn = () => ({ note: text(), links: ['https://example.org/canary-in-a-text'], idempotencyKey: text() })
  const begun = async () => {
    const project = await team()
    const { owner, member, id } = project
    const body = { projectID: id, title: text(), description: text(), assignedToID: member.id, status: 2 }
    const { data: task } = await owner.api.tasks.create({ body })
    const params = { id: task.id }
    const about = { projectID: id, taskID: task.id, subjectID: member.id }
    const data = { submissionID: any, round: 1 }
    const moved = (to: number) =>
      ({ kind: 'task.moved', ...about, data: { from: to === 3 ? 2 : 3, to, round: 1 } }) as const
    return { ...project, params, round: { ...params, n: 1 }, about, data, moved }
  }
  const handedIn = async () => {
    const world = await begun()
    await world.member.api.submissions.create({ params: world.params, body: handIn() })
    return world
  }
  return {
    'submissions.create': async () => {
      const { member, params, about, data, moved } = await begun()
      const act = () => member.api.submissions.create({ params, body: handIn() })
      const actorID = member.id
      return {
        act,
        told: [
          { ...moved(3), actorID },
          { kind: 'submission.submitted', actorID, ...about, data },
        ],
      }
    },
    'submissions.create with the same key again': async () => {
      const { member, params } = await begun()
      const body = handIn()
      await member.api.submissions.create({ params, body })
      return { act: () => member.api.submissions.create({ params, body }), told: [] }
    },
    'submissions.accept': async () => {
      const { owner, round, about, data, moved } = await handedIn()
      const act = () => owner.api.submissions.accept({ params: round, body: {} })
      const actorID = owner.id
      return {
        act,
        told: [
          { ...moved(4), actorID },
          { kind: 'submission.accepted', actorID, ...about, data },
        ],
      }
    },
    'submissions.changes': async () => {
      const { owner, round, about, data, moved } = await handedIn()
      const act = () => owner.api.submissions.changes({ params: round, body: { text: text() } })
      const actorID = owner.id
      return {
        act,
        told: [
          { ...moved(2), actorID },
          { kind: 'submission.changes', actorID, ...about, data },
        ],
      }
    },
    'submissions.withdraw': async () => {
      const { member, round, about, data, moved } = await handedIn()
      const act = () => member.api.submissions.withdraw({ params: round, body: {} })
      const actorID = member.id
      return {
        act,
        told: [
          { ...moved(2), actorID },
          { kind: 'submission.withdrawn', actorID, ...about, data },
        ],
      }
    },
    'submissions.accept of one that is withdrawn': async () => {
      const { owner, member, round } = await handedIn()
      await member.api.submissions.withdraw({ params: round, body: {} })
      const act = () => owner.api.submissions.accept({ params: round, body: {} }).catch(() => undefined)
      return { act, told: [] }
    },
    'tasks.update that answers a submission': async () => {
      const { owner, params, about, data, moved } = await handedIn()
      const act = () => owner.api.tasks.update({ params, body: { status: 4 } })
      const actorID = owner.id
      return {
        act,
        told: [
          { ...moved(4), actorID },
          { kind: 'submission.accepted', actorID, ...about, data },
        ],
      }
    },
    'memberships.remove of somebody who has handed in': async () => {
      const { owner, member, id, about, data } = await handedIn()
      const actorID = owner.id
      return {
        act: () => owner.api.memberships.remove({ params: { id, userId: member.id } }),
        told: [
          { kind: 'member.removed', actorID },
          { kind: 'task.assigned', actorID, ...about, data: { from: member.id, to: null } },
          { kind: 'submission.withdrawn', actorID, ...about, data },
        ],
      }
    },
  }
}
