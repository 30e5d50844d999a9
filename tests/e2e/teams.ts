import type { Task } from '#shared/contract/index.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { demo } from './fixtures.ts'
import { newName } from './people.ts'
import type { Account } from './sessions.ts'

type Server = Pick<ServerProcess, 'api'>
type Api = Awaited<ReturnType<Server['api']>>
type DataOf<Call extends (...input: never) => Promise<{ data: unknown }>> = Awaited<ReturnType<Call>>['data']
type Person = Account & { username: string }
type Team = {
  creator: Api
  person: Person
  member: Api
  self: DataOf<Api['users']['profile']>
  project: DataOf<Api['projects']['create']>
  task: Task
  title: string
  path: string
  /** The creator gives the member a task of that title. */
  assign: (given: string) => Promise<Task>
}

/** A project of the demo creator with a task, and a new person as its member. */
export const createTeam = async (server: Server, newPerson: () => Promise<Person>): Promise<Team> => {
  const creator = await server.api(demo.creator)
  const name = newName()
  const { data: project } = await creator.projects.create({
    body: { title: `Live ${name}`, description: 'Charts and tides.' },
  })
  const title = `Draw the map ${name}`
  const body = { title, description: 'With all harbours.', projectID: project.id }
  const { data: task } = await creator.tasks.create({ body })
  const person = await newPerson()
  const member = await server.api(person)
  const { data: self } = await member.users.profile({})
  await creator.memberships.invite({ params: { id: project.id, userId: self.id }, body: { role: 'member' } })
  await member.memberships.answer({ params: { id: project.id, userId: self.id }, body: { accept: true } })
  const assign = async (given: string) =>
    (await creator.tasks.create({ body: { ...body, title: given, assignedToID: self.id } })).data
  return { creator, person, member, self, project, task, title, path: `/project/${project.id}/tasks`, assign }
}
