import type { Claim, Task } from '#shared/contract/index.ts'
import { createMembership, createPerson, createProject, unique } from './factories.ts'
import type { TestApp } from './server.ts'

type Person = Awaited<ReturnType<typeof createPerson>>
type OfferOptions = {
  mode?: 'assigned' | 'apply' | 'claim'
  amountCents?: number
  leaseDays?: number
  takers?: 'anyone' | 'newcomers'
}

type ClaimWorld = {
  owner: Person
  ana: Person
  ben: Person
  projectID: string
  add: (more?: object) => Promise<string>
  offer: (taskID: string, options?: OfferOptions) => Promise<string>
  /** A new task with an offer. */
  offered: (options?: OfferOptions) => Promise<string>
  take: (taskID: string, by?: Person) => Promise<Claim>
  read: (taskID: string, by?: Person) => Promise<Task>
  claim: (id: string, by?: Person) => Promise<Claim>
  handIn: (taskID: string, by?: Person) => Promise<unknown>
  /** The kinds of the task's events about claims, in their order. */
  kinds: (taskID: string) => Promise<string[]>
}

/** A project with an owner and two members, and tasks with an offer of 0 that people take. */
export const createClaimWorld = async (server: TestApp): Promise<ClaimWorld> => {
  const create = (name: string) => createPerson(server, { name })
  const [owner, ana, ben] = await Promise.all([create('Marta'), create('Ana'), create('Ben')])
  const { id: projectID } = await createProject(server, owner.id)
  for (const { id } of [ana, ben]) await createMembership(server, projectID, id)
  const add = async (more: object = {}) =>
    (await owner.api.tasks.create({ body: { projectID, title: unique('Task '), description: 'Work.', ...more } })).data
      .id
  const offer = async (taskID: string, options: OfferOptions = {}) => {
    await owner.api.offers.set({ params: { id: taskID }, body: { amountCents: 0, mode: 'claim', ...options } })
    return taskID
  }
  const take = async (taskID: string, by: Person = ana): Promise<Claim> =>
    (await by.api.claims.take({ params: { id: taskID }, body: { idempotencyKey: unique('claim-key-') } })).data
  return {
    ...{ owner, ana, ben, projectID, add, offer, take },
    offered: async (options?: OfferOptions) => offer(await add(), options),
    read: async (taskID: string, by: Person = owner) => (await by.api.tasks.get({ params: { id: taskID } })).data,
    claim: async (id: string, by: Person = owner) => (await by.api.claims.get({ params: { id } })).data,
    handIn: (taskID: string, by: Person = ana) =>
      by.api.submissions.create({
        params: { id: taskID },
        body: { aiUse: 'none', idempotencyKey: unique('hand-in-') },
      }),
    kinds: async (taskID: string) =>
      (
        await server.db
          .selectFrom('events')
          .select('kind')
          .where('task_id', '=', taskID)
          .where('kind', 'like', 'claim.%')
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      ).map(({ kind }) => kind),
  }
}
