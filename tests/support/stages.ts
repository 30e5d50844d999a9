import { sql } from 'kysely'
import type { Stage, StageList, Task } from '#shared/contract/index.ts'
import { createMembership, createPerson, createProject } from './factories.ts'
import type { TestApp } from './server.ts'

export type SentStage = { id?: number; name: string; status: number; limit?: number | null }

export const fourStages: readonly SentStage[] = [
  { name: 'Next', status: 1 },
  { name: 'Design', status: 2 },
  { name: 'Build', status: 2, limit: 3 },
  { name: 'QA', status: 3 },
]

/** The number of the stage of this name. */
export const stageNamed = (stages: readonly Stage[], name: string): number => {
  const stage = stages.find((one) => one.name === name)
  if (!stage) throw new Error(`There is no stage ${name}.`)
  return stage.id
}

type Person = Awaited<ReturnType<typeof createPerson>>
type StageWorld = {
  owner: Person
  admin: Person
  member: Person
  params: { id: string }
  list: (by?: Person) => Promise<StageList>
  /** Writes the list, based on its newest version unless another one is given. */
  write: (stages: readonly SentStage[], version?: number, by?: Person) => Promise<StageList>
  add: (title: string, more?: object, by?: Person) => Promise<Task>
  read: (id: string) => Promise<Task>
  order: (id: string, body: object, by?: Person) => Promise<Task>
  isAbove: (id: string, other: string) => Promise<boolean>
  eventsOf: (taskID: string) => Promise<Array<{ kind: string; data: object }>>
}

/** A project without stages, with an owner, an admin and a member, and what tests of stages do in it. */
export const createStageWorld = async (server: TestApp): Promise<StageWorld> => {
  const create = () => createPerson(server)
  const [owner, admin, member] = await Promise.all([create(), create(), create()])
  const params = { id: (await createProject(server, owner.id)).id }
  await createMembership(server, params.id, admin.id, 'admin')
  await createMembership(server, params.id, member.id)
  const list = async (by = member) => (await by.api.stages.list({ params })).data
  const read = async (id: string) => (await member.api.tasks.get({ params: { id } })).data
  return {
    ...{ owner, admin, member, params, list, read },
    write: async (stages: readonly SentStage[], version?: number, by = owner) => {
      const body = { stages: [...stages], version: version ?? (await list()).version }
      return (await by.api.stages.replace({ params, body })).data
    },
    add: async (title: string, more: object = {}, by = owner) =>
      (await by.api.tasks.create({ body: { projectID: params.id, title, description: 'Work.', ...more } })).data,
    order: async (id: string, body: object, by = member) => (await by.api.tasks.order({ params: { id }, body })).data,
    isAbove: async (id: string, other: string) => {
      const [one, two] = await Promise.all([id, other].map(read))
      return (one?.rank ?? '') < (two?.rank ?? '')
    },
    eventsOf: async (taskID: string) => {
      const { rows } = await sql<{ kind: string; data: object }>`
        select kind, data from events where task_id = ${taskID} order by created_at, id`.execute(server.db)
      return rows
    },
  }
}
