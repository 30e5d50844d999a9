import { any, type Case, type World } from './events-world.ts'

/** Calls about the time that requests have, with the events they leave. */
export const requestCases = ({ text, team }: World): Record<string, Case> => ({
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
