import { askExport, finishExport, takeExport } from '#server/modules/own-data/exports.ts'
import { anonymise, deleteDueAccounts } from '#server/modules/own-data/erasure.ts'
import { leaveEverything } from '#server/modules/memberships/service.ts'
import { createMembership, createPerson, createProject, TEST_PASSWORD } from './factories.ts'
import type { TestApp } from './server.ts'

/** The transactions of exports and deletions, for tests/api/transactions.test.ts. */
export const ownDataTransactions = (server: () => TestApp) => {
  const exports = 'modules/own-data/exports.ts'
  const deletion = 'modules/own-data/deletion.ts'
  const erasure = 'modules/own-data/erasure.ts'
  const departure = 'modules/memberships/departure.ts'
  const body = { password: TEST_PASSWORD }
  /** Asks for an export that nobody makes. */
  const asking = async () => {
    await server().db.deleteFrom('account_exports').execute()
    const { id, email, username } = await createPerson(server())
    const viewer = {
      userID: id,
      sessionID: id,
      username,
      email,
      isAdministrator: false,
      accountType: 'contributor',
    } as const
    const deps = { ...server().deps, background: { ...server().deps.background, run: () => {} } }
    return () => askExport(deps, viewer, { body: {} }, { ip: '127.0.0.1' } as never)
  }
  /** A person whose time has come, and nobody else. */
  const due = async () => {
    await server().db.updateTable('users').set({ deletion_due_at: null }).execute()
    const person = await createPerson(server())
    await server()
      .db.updateTable('users')
      .set({ deletion_due_at: new Date(0) })
      .where('id', '=', person.id)
      .execute()
    return person
  }
  return {
    'an export is asked for': { file: exports, prepare: asking },
    'an export is taken': {
      file: exports,
      prepare: async () => {
        await (
          await asking()
        )()
        return () => takeExport(server().deps)
      },
    },
    'an export is finished': {
      file: exports,
      prepare: async () => {
        await (
          await asking()
        )()
        const claim = await takeExport(server().deps)
        if (!claim) throw new Error('Nothing waits.')
        return () => finishExport(server().deps, claim, 1)
      },
    },
    'a deletion is asked for': {
      file: deletion,
      prepare: async () => {
        const { api } = await createPerson(server())
        return () => api.ownData.askDeletion({ body })
      },
    },
    'a deletion is taken back': {
      file: deletion,
      prepare: async () => {
        const { api } = await createPerson(server())
        await api.ownData.askDeletion({ body })
        return () => api.ownData.takeBackDeletion({})
      },
    },
    'a deletion is put off': {
      file: erasure,
      prepare: async () => {
        await createProject(server(), (await due()).id)
        return () => deleteDueAccounts(server().deps)
      },
    },
    'an account is anonymised': {
      file: erasure,
      prepare: async () => {
        const { id } = await due()
        return () => anonymise(server().deps, id)
      },
    },
    'a person leaves a project for good': {
      file: departure,
      prepare: async () => {
        const [owner, person] = [await createPerson(server()), await createPerson(server())]
        const { id: projectID } = await createProject(server(), owner.id)
        await createMembership(server(), projectID, person.id)
        const task = { projectID, title: 'Draw', description: 'Work.', assignedToID: person.id }
        await owner.api.tasks.create({ body: task })
        return () => leaveEverything(server(), person.id)
      },
    },
    'an application is withdrawn for good': {
      file: departure,
      prepare: async () => {
        const [owner, person] = [await createPerson(server()), await createPerson(server())]
        const { id } = await createProject(server(), owner.id)
        await person.api.projects.apply({ params: { id }, body: {} })
        return () => leaveEverything(server(), person.id)
      },
    },
  }
}
