import { any, type Cases, type Cell, text } from '../case.ts'
import { everybody, signedIn, unknown } from '../rights.ts'
import { nobodys, withBody } from './inputs.ts'
import { runRatingClock } from '#server/modules/ratings/service.ts'

const service = 'modules/ratings/service.ts'
const ofWorker = () => ({ again: 'yes' as const, clear: 5, quality: 4, onTime: 5, text: text() })
const ofPayer = () => ({ again: 'yes' as const, clear: 5, fair: 4, onTime: 5, text: text() })

/** A review of the project and its member is due. */
const withDue = async (cell: Cell) => {
  const { server, project, people } = cell
  await server.db.insertInto('rating_causes').values({ project_id: project.id, worker_id: people.member.id }).execute()
  await runRatingClock(server)
  return { projectID: project.id, userID: people.member.id }
}
const givenByOwner = async (cell: Cell) => {
  const due = await withDue(cell)
  const { data } = await cell.as('owner').ratings.give({ body: { ...due, ...ofWorker() } })
  return { ...due, id: data.id }
}
const about = { of: 'member', taskID: null } as const
const given = { kind: 'rating.given', projectID: null, data: { ratingID: any } } as const

/** Calls about reviews. */
export const ratingCases: Cases = {
  'ratings.own': { may: signedIn },
  'ratings.ofPerson': {
    input: ({ people }) => ({ params: { username: people.member.username } }),
    may: everybody('ok'),
  },
  'ratings.give': { input: () => ({ body: { claimID: nobodys().params.id, ...ofPayer() } }), may: unknown },
  'ratings.give the first of a pair': {
    input: async (cell) => ({ body: { ...(await withDue(cell)), ...ofWorker() } }),
    leaves: [{ ...given, of: 'owner' }],
    rollsBack: service,
  },
  'ratings.give the second of a pair': {
    by: 'member',
    input: async (cell) => ({ body: { projectID: (await givenByOwner(cell)).projectID, ...ofPayer() } }),
    leaves: [
      { ...given, of: 'member' },
      { kind: 'rating.revealed', ...about, data: { dueID: any } },
    ],
  },
  'ratings.change': { input: withBody(nobodys, ofWorker()), may: unknown },
  'ratings.change a sealed one': {
    input: async (cell) => ({ params: { id: (await givenByOwner(cell)).id }, body: ofWorker() }),
    leaves: 'silently',
    rollsBack: service,
  },
  'ratings.answer': { input: withBody(nobodys, { text: text() }), may: unknown },
  'reports.decide to hide a review': {
    by: 'administrator',
    input: async (cell) => {
      const { id, projectID } = await givenByOwner(cell)
      await cell.as('member').ratings.give({ body: { projectID, ...ofPayer() } })
      const { data } = await cell.as('stranger').reports.create({ body: { kind: 'rating', id, reason: 'abuse' } })
      return { params: { id: data.id }, body: { decision: 'hide', text: text() } }
    },
    leaves: [
      { kind: 'rating.hidden', ...about, data: { ratingID: any } },
      {
        kind: 'report.decided',
        projectID: null,
        data: { reportID: any, kind: 'rating', decision: 'hide', isFinal: false },
      },
    ],
  },
  'ratings.answer a review': {
    by: 'member',
    input: async (cell) => {
      const { id, projectID } = await givenByOwner(cell)
      await cell.as('member').ratings.give({ body: { projectID, ...ofPayer() } })
      return { params: { id }, body: { text: text() } }
    },
    leaves: [{ kind: 'rating.answered', ...about, data: { ratingID: any } }],
    rollsBack: service,
  },
}
