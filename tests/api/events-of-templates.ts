import { any, type Case, type World } from './events-world.ts'

/** Calls about templates for tasks, with the events they leave. */
export const templateCases = ({ text, team }: World): Record<string, Case> => {
  const begin = async () => {
    const { owner, id, params } = await team()
    const body = () => ({ name: text(), title: text(), description: text(), doneWhen: [text()] })
    const create = () => owner.api.templates.create({ params, body: body() })
    const told = (change: 'added' | 'changed' | 'removed', templateID: unknown = any) =>
      ({ kind: 'project.templates', actorID: owner.id, projectID: id, data: { templateID, change } }) as const
    return { owner, params, body, create, told }
  }
  return {
    'templates.create': async () => {
      const { create, told } = await begin()
      return { act: create, told: [told('added')] }
    },
    'templates.update': async () => {
      const { owner, params, body, create, told } = await begin()
      const { id: templateID } = (await create()).data
      const act = () => owner.api.templates.update({ params: { ...params, templateID }, body: body() })
      return { act, told: [told('changed', templateID)] }
    },
    'templates.remove': async () => {
      const { owner, params, create, told } = await begin()
      const { id: templateID } = (await create()).data
      const act = () => owner.api.templates.remove({ params: { ...params, templateID } })
      return { act, told: [told('removed', templateID)] }
    },
  }
}
