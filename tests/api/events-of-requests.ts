import { any, CANARY, type Case, type World } from './events-world.ts'
import { unique } from '../support/factories.ts'

const applied = async ({ text, team }: Pick<World, 'text' | 'team'>) => {
  const { owner, stranger, id } = await team()
  const answers = [{ question: CANARY, answer: text() }]
  const questions = [{ text: CANARY, kind: 'short' as const, isRequired: true }]
  await owner.api.projects.update({ params: { id }, body: { questions } })
  const { data } = await stranger.api.projects.apply({ params: { id }, body: { letter: text(), answers } })
  const requestID = data.requestId ?? ''
  const params = { id: requestID }
  const say = (by: typeof stranger, body: string, idempotencyKey = unique('comment')) =>
    by.api.requests.comment({ params, body: { body, idempotencyKey } })
  return { owner, stranger, params, say, about: { projectID: id, requestID, subjectID: stranger.id } }
}

/** What applications say, with the events of it. */
const letterCases = ({ text, team }: World): Record<string, Case> => ({
  'projects.update of its questions, twice to the same': async () => {
    const { owner, id, params } = await team()
    const body = { questions: [{ text: text(), kind: 'link' as const, isRequired: false }] }
    const told = [{ kind: 'project.questions', actorID: owner.id, projectID: id, data: {} }] as const
    const ask = () => owner.api.projects.update({ params, body })
    return { act: async () => [await ask(), await ask()], told }
  },
  'requests.update': async () => {
    const { stranger, params, about } = await applied({ text, team })
    const told = [{ kind: 'request.letterChanged', actorID: stranger.id, ...about, data: {} }] as const
    return { act: () => stranger.api.requests.update({ params, body: { letter: text() } }), told }
  },
  'requests.update to what it says': async () => {
    const { stranger, params } = await applied({ text, team })
    const { letter, answers } = (await stranger.api.requests.get({ params })).data
    const same = answers.map(({ question, answer }) => ({ question, answer }))
    const body = { letter: letter ?? '', answers: same }
    return { act: () => stranger.api.requests.update({ params, body }), told: [] }
  },
  'requests.see': async () => {
    const { owner, params, about } = await applied({ text, team })
    const told = [{ kind: 'request.seen', actorID: owner.id, ...about, data: {} }] as const
    return { act: () => owner.api.requests.see({ params, body: {} }), told }
  },
  'requests.see a second time': async () => {
    const { owner, params } = await applied({ text, team })
    const act = () => owner.api.requests.see({ params, body: {} })
    await act()
    return { act, told: [] }
  },
  'requests.comment': async () => {
    const { owner, stranger, say, about } = await applied({ text, team })
    const data = { commentID: any, mentionedIDs: [stranger.id] }
    const told = [{ kind: 'comment.added', actorID: owner.id, taskID: null, ...about, data }] as const
    return { act: () => say(owner, `${text()} @${stranger.username}`), told }
  },
  'requests.comment with the same key again': async () => {
    const { owner, say } = await applied({ text, team })
    const act = () => say(owner, text(), 'one and the same')
    await act()
    return { act, told: [] }
  },
  'comments.update in a thread': async () => {
    const { owner, stranger, say, about } = await applied({ text, team })
    const { id } = (await say(owner, text())).data
    const data = { commentID: id, mentionedIDs: [stranger.id] }
    const told = [{ kind: 'comment.edited', actorID: owner.id, ...about, data }] as const
    const body = { body: `${text()} @${stranger.username}` }
    return { act: () => owner.api.comments.update({ params: { id }, body }), told }
  },
  'comments.update in a thread to what it says': async () => {
    const { owner, say } = await applied({ text, team })
    const { id, body } = (await say(owner, text())).data
    return { act: () => owner.api.comments.update({ params: { id }, body: { body } }), told: [] }
  },
  'comments.remove in a thread': async () => {
    const { owner, stranger, say, about } = await applied({ text, team })
    const { id } = (await say(stranger, text())).data
    const told = [{ kind: 'comment.deleted', actorID: owner.id, ...about, data: { commentID: id } }] as const
    return { act: () => owner.api.comments.remove({ params: { id } }), told }
  },
})

/** Calls about requests, with the events they leave. */
export const requestCases = ({ text, team, ...world }: World): Record<string, Case> => ({
  ...letterCases({ text, team, ...world }),
  'projects.remove of one with open requests': async () => {
    const { owner, stranger, id, params } = await team()
    await stranger.api.projects.apply({ params, body: {} })
    const about = { projectID: id, subjectID: stranger.id, requestID: any }
    const data = { request: 'application', because: 'deletion' }
    return {
      act: () => owner.api.projects.remove({ params }),
      told: [
        { kind: 'project.deleted', actorID: owner.id, projectID: id },
        { kind: 'request.expired', actorID: owner.id, ...about, data },
      ],
    }
  },
  'projects.update that pauses applications, and goes on': async () => {
    const { owner, id, params } = await team()
    const pause = (applicationsPaused: boolean) => owner.api.projects.update({ params, body: { applicationsPaused } })
    const about = { actorID: owner.id, projectID: id, data: {} }
    return {
      act: async () => [await pause(true), await pause(true), await pause(false)],
      told: [
        { kind: 'project.paused', ...about },
        { kind: 'project.resumed', ...about },
      ],
    }
  },
  'requests.reopen': async () => {
    const { owner, stranger, id, params } = await team()
    const requestID = (await stranger.api.projects.apply({ params, body: {} })).data.requestId ?? ''
    await owner.api.memberships.answer({ params: { id, userId: stranger.id }, body: { accept: false } })
    const about = { projectID: id, subjectID: stranger.id, requestID, data: {} }
    return {
      act: () => owner.api.requests.reopen({ params: { id: requestID }, body: {} }),
      told: [{ kind: 'request.reopened', actorID: owner.id, ...about }],
    }
  },
  'requests.decide': async () => {
    const { owner, member, stranger, id, params } = await team()
    const requestID = (await stranger.api.projects.apply({ params, body: {} })).data.requestId ?? ''
    const body = { ids: [requestID, member.id], accept: false, reason: 'other' as const, text: text() }
    const about = { projectID: id, subjectID: stranger.id, requestID, data: {} }
    return {
      act: () => owner.api.requests.decide({ params, body }),
      told: [{ kind: 'request.rejected', actorID: owner.id, ...about }],
    }
  },
  'savedProjects.add': async () => {
    const { stranger, params } = await team()
    return { act: () => stranger.api.savedProjects.add({ params, body: {} }), told: [] }
  },
  'savedProjects.remove': async () => {
    const { stranger, params } = await team()
    await stranger.api.savedProjects.add({ params, body: {} })
    return { act: () => stranger.api.savedProjects.remove({ params }), told: [] }
  },
  'savedSearches.create': async () => {
    const { stranger } = await team()
    return { act: () => stranger.api.savedSearches.create({ body: { name: text(), search: { q: text() } } }), told: [] }
  },
  'savedSearches.update': async () => {
    const { stranger } = await team()
    const { id } = (await stranger.api.savedSearches.create({ body: { name: text(), search: {} } })).data
    return { act: () => stranger.api.savedSearches.update({ params: { id }, body: { name: text() } }), told: [] }
  },
  'savedSearches.remove': async () => {
    const { stranger } = await team()
    const { id } = (await stranger.api.savedSearches.create({ body: { name: text(), search: {} } })).data
    return { act: () => stranger.api.savedSearches.remove({ params: { id } }), told: [] }
  },
  'requests.setLabel': async () => {
    const { owner, stranger, params } = await team()
    const requestID = (await stranger.api.projects.apply({ params, body: {} })).data.requestId ?? ''
    const act = () => owner.api.requests.setLabel({ params: { id: requestID }, body: { label: 'shortlist' } })
    return { act, told: [] }
  },
  'requests.saveNotes': async () => {
    const { owner, stranger, params } = await team()
    const requestID = (await stranger.api.projects.apply({ params, body: {} })).data.requestId ?? ''
    const act = () => owner.api.requests.saveNotes({ params: { id: requestID }, body: { text: text() } })
    return { act, told: [] }
  },
  'requests.withdraw': async () => {
    const { owner, stranger, id } = await team()
    const { requestId } = (
      await owner.api.memberships.invite({ params: { id, userId: stranger.id }, body: { role: 'member' } })
    ).data
    const about = { projectID: id, subjectID: stranger.id, requestID: requestId, data: {} }
    return {
      act: () => owner.api.requests.withdraw({ params: { id: requestId }, body: {} }),
      told: [{ kind: 'request.withdrawn', actorID: owner.id, ...about }],
    }
  },
  'requests.prolong': async () => {
    const { owner, stranger, id, params } = await team()
    const requestID = (await stranger.api.projects.apply({ params, body: {} })).data.requestId ?? ''
    const about = { projectID: id, subjectID: stranger.id, requestID, data: { from: any, to: any } }
    return {
      act: () => owner.api.requests.prolong({ params: { id: requestID }, body: { reason: text() } }),
      told: [{ kind: 'request.prolonged', actorID: owner.id, ...about }],
    }
  },
})
