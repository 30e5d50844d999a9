import { fireEvent, waitFor, within } from '@testing-library/react'
import { host, ok } from './fake-platform.ts'
import { renderApp } from './render-app.tsx'
import { idOf, project, serve } from './owned-projects.ts'

// For the tests of the project wizard: a host that accepts what the wizard sends, and short functions for its form.

export const newID = idOf(500)
export const suggestions = ['Survey', 'Draw', 'Print'].map((title) => ({ title, description: `${title} the map.` }))

export const takeAll = (...owned: Parameters<typeof serve>) => {
  serve(...owned)
  const stored = new Map(owned.map((one) => [one.id, one]))
  host.on('projects.create', ({ input }) => {
    const created = project(500, { status: 0, skills: '', ...(input.body as object) })
    stored.set(created.id, created)
    return ok({ data: created })
  })
  host.on('projects.update', ({ input }) => {
    const { id } = input.params as { id: string }
    const changed = { ...(stored.get(id) ?? project(500)), ...(input.body as object) }
    stored.set(id, changed)
    return ok({ data: changed })
  })
  host.on('ai.suggestTasks', ok({ data: { tasks: suggestions, source: 'local' } }))
  host.on('tasks.byProject', ok({ data: [] }))
  host.on('tasks.create', ({ input }) =>
    ok({
      data: {
        id: idOf(700 + host.called('tasks.create').length),
        taskId: '1',
        status: 1,
        assignedToID: null,
        assignedToUsername: null,
        taskCreatedByUsername: 'ada',
        createdAt: '2025-01-05T10:00:00.000Z',
        updatedAt: '2025-01-05T10:00:00.000Z',
        ...(input.body as object),
      },
    }),
  )
}

export const openWizard = async (address = '/owner-dashboard?new') => {
  const app = await renderApp(address)
  // Finds the dialog by its attribute, because jsdom takes long to compute every element's role.
  const dialog = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role=dialog]')
    if (!found) throw new Error('the wizard is not open')
    return found
  })
  return { ...app, wizard: within(dialog) }
}
type Wizard = Awaited<ReturnType<typeof openWizard>>['wizard']

/** The field whose label begins with this text. It looks at label elements only; a search by accessible name takes jsdom long. */
export const field = (_wizard: Wizard, label: string): HTMLInputElement => {
  const labels = [...document.querySelectorAll<HTMLLabelElement>('[role=dialog] label')]
  const found = labels.find(({ textContent }) => textContent.startsWith(label))?.control
  if (!found) throw new Error(`the wizard has no field ${label}`)
  return found as HTMLInputElement
}
export const fill = (wizard: Wizard, texts: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(texts)) fireEvent.change(field(wizard, label), { target: { value } })
}
export const press = (wizard: Wizard, name: string) => fireEvent.click(wizard.getByText(name, { selector: 'button' }))
export const goOn = async (wizard: Wizard) => {
  press(wizard, 'Next: suggested tasks')
  await wizard.findByText('Suggested Tasks', { selector: 'h1' })
}
export const bodies = (operation: string) => host.called(operation).map(({ input }) => input.body)
