import { createMembership, createPerson, createProject, unique } from './factories.ts'
import type { TestApp } from './server.ts'

type Person = Awaited<ReturnType<typeof createPerson>>
export type PublicWorld = {
  owner: Person
  ana: Person
  projectID: string
  offered: (task?: object, offer?: object) => Promise<string>
  visit: (path: string, headers?: Record<string, string>) => Promise<Response>
  open: (kind: 'p' | 't', id: string) => Promise<Response>
  take: (taskID: string) => Promise<unknown>
}

/** A project that visitors see, its owner, a member, and a way to give it tasks with an offer. */
export const createPublicWorld = async (server: TestApp, project: object = {}): Promise<PublicWorld> => {
  const owner = await createPerson(server, { name: 'Marta Mann' })
  const ana = await createPerson(server, { name: 'Ana' })
  const { id: projectID } = await createProject(server, owner.id, {
    title: 'Harbour map',
    skills: 'Maps, Birds',
    ...project,
  })
  await createMembership(server, projectID, ana.id)
  await owner.api.projects.update({ params: { id: projectID }, body: { showToVisitors: true, budget: '900000' } })
  const offered = async (task: object = {}, offer: object = {}): Promise<string> => {
    const { data } = await owner.api.tasks.create({
      body: { projectID, title: unique('Task '), description: 'Work.', ...task },
    })
    await owner.api.offers.set({ params: { id: data.id }, body: { amountCents: 4_000, mode: 'claim', ...offer } })
    return data.id
  }
  const visit = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.origin}${path}`, { redirect: 'manual', headers: { accept: 'text/html', ...headers } })
  /** The page behind an ID, at the address to which it leads. */
  const open = async (kind: 'p' | 't', id: string) => {
    const first = await visit(`/${kind}/${id}`)
    return first.status === 301 ? visit(first.headers.get('location') ?? '') : first
  }
  const take = (taskID: string) =>
    ana.api.claims.take({ params: { id: taskID }, body: { idempotencyKey: unique('key-take-') } })
  return { owner, ana, projectID, offered, visit, open, take }
}
