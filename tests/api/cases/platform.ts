import type { EventKind } from '#shared/contract/events.ts'
import { type CallInput, type Cases, type Cell, network, text } from '../case.ts'
import { administrators, everybody, insideManagers, members, type Rights, signedIn } from '../rights.ts'
import { nobodys, task, withBody } from './inputs.ts'

const stranger = ({ people }: Cell): CallInput => ({ params: { id: people.stranger.id }, body: {} })
const suspends = (input: (cell: Cell) => CallInput) => (cell: Cell) => ({ ...input(cell), body: { reason: text() } })
const verbs: readonly [string, EventKind, Cases[string]['input']][] = [
  ['suspend', 'account.suspended', suspends(stranger)],
  [
    'restore',
    'account.restored',
    async (cell) => {
      const { id } = cell.people.stranger
      await cell.as('administrator').administration.suspend({ params: { id }, body: { reason: text() } })
      return stranger(cell)
    },
  ],
  ['signOut', 'account.signedOutByAdministrator', stranger],
  [
    'revokeAdmin',
    'account.adminRevoked',
    async (cell) => {
      const { id } = cell.people.stranger
      await cell.server.db.updateTable('users').set({ is_administrator: true }).where('id', '=', id).execute()
      return stranger(cell)
    },
  ],
]
const somebodys = ({ people }: Cell): CallInput => ({ params: { username: people.member.username }, query: {} })
const asksAI = (body: object) => () => ({ body })

/** A guest asks for the events of a project that others do not know of. */
const heard: Rights = { others: 'ok', draft: { guest: 'ok' } }

/** Calls of the platform: people, search, figures, administrators, the AI. */
export const platformCases: Cases = {
  ...Object.fromEntries(
    verbs.flatMap(([verb, kind, input]): [string, Cases[string]][] => [
      [
        `administration.${verb} of somebody unknown`,
        {
          input: verb === 'suspend' ? suspends(nobodys) : withBody(nobodys, {}),
          may: { ...administrators, administrator: 404 },
        },
      ],
      [
        `administration.${verb}`,
        {
          by: 'administrator',
          ...(input && { input }),
          leaves: [{ kind, of: 'stranger', data: network }],
          ...(verb === 'suspend' && { rollsBack: 'modules/auth/administration.ts' }),
        },
      ],
    ]),
  ),
  'administration.people': { may: administrators },

  'people.talents': { may: signedIn },
  'people.profileByUsername': { input: somebodys, may: everybody('ok') },
  'people.search': { input: () => ({ params: { query: 'user' } }), may: signedIn },
  'people.pictures': {
    input: ({ people }) => ({ query: { usernames: people.member.username } }),
    may: everybody('ok'),
  },
  'reputation.lines': { input: somebodys, may: everybody('ok') },
  'search.find': { input: () => ({ query: { q: 'map' } }), may: signedIn },
  'work.get': { may: signedIn },
  'figures.get': { may: everybody('ok') },
  'capabilities.list': { may: everybody('ok') },
  'events.list': { may: signedIn },
  'events.list of a project': { input: ({ project: { id } }) => ({ query: { projectID: id } }), may: heard },
  'events.stream': { may: signedIn },

  // They are no GET because of what they send.
  'ai.generateProject': { input: asksAI({ prompt: 'A map of birds in React.' }), may: signedIn, leaves: [] },
  'ai.generateTask': { input: asksAI({ prompt: 'Draw the map.' }), may: signedIn, leaves: [] },
  'ai.suggestTasks': { input: ({ project: { id } }) => ({ body: { projectId: id } }), may: members, leaves: [] },
  'ai.enhanceDescription': {
    input: withBody(task, { enhancementPrompt: 'Make it shorter.' }),
    may: insideManagers,
    leaves: [],
  },
}
