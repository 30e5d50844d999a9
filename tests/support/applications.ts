import type { ProjectRequest, RejectionReason, UserRequest } from '#shared/contract/index.ts'
import { createMembership, createPerson, createProject } from './factories.ts'
import type { TestApp } from './server.ts'

export type Someone = { id: string; username: string; email: string; api: ReturnType<TestApp['client']> }
type Answer = { accept: boolean; reason?: RejectionReason; text?: string }
type World = Record<'owner' | 'admin' | 'member' | 'person' | 'stranger', Someone> & {
  id: string
  params: { id: string }
  /** Applies, and returns the ID of the request. */
  apply: (by?: Someone) => Promise<string>
  answer: (by: Someone, body: Answer, of?: Someone) => Promise<unknown>
  /** The project's applications, as a manager reads them. */
  received: (by?: Someone) => Promise<ProjectRequest[]>
  /** The applications of a person, as they read them. */
  sent: (by?: Someone) => Promise<UserRequest[]>
}

/** Projects with an owner, an admin, a member, and people who apply to them. `app` is asked when a test runs. */
export const applications = (
  app: () => TestApp,
): {
  somebody: (options?: { skills?: string[] }) => Promise<Someone>
  world: (project?: { skills?: string }) => Promise<World>
} => {
  const somebody = (options = {}): Promise<Someone> => createPerson(app(), options)
  const world = async (project: { skills?: string } = {}): Promise<World> => {
    const [owner, admin, member, person, stranger] = [
      await somebody(),
      await somebody(),
      await somebody(),
      await somebody({ skills: ['Design', 'Maps', ' react '] }),
      await somebody(),
    ]
    const { id } = await createProject(app(), owner.id, { createdAt: app().clock.now(), ...project })
    await createMembership(app(), id, admin.id, 'admin')
    await createMembership(app(), id, member.id)
    const params = { id }
    const apply = async (by = person) => (await by.api.projects.apply({ params, body: {} })).data.requestId ?? ''
    const answer = (by: Someone, body: Answer, of = person) =>
      by.api.memberships.answer({ params: { ...params, userId: of.id }, body })
    const received = async (by = owner) =>
      (await by.api.memberships.requests({ params, query: { type: 'received' } })).data
    const sent = async (by = person) => (await by.api.users.requests({ query: { type: 'sent' } })).data
    return { owner, admin, member, person, stranger, id, params, apply, answer, received, sent }
  }
  return { somebody, world }
}
