import { ThemeProvider } from '@mui/material'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { theme } from '#app/theme.ts'
import { TasksTab } from '#features/tasks/TasksTab.tsx'
import { queryClient } from '#lib/query-client.ts'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { host, ok } from './fake-platform.ts'
import { renderRoutes } from './render-routes.tsx'

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
export const projectID = uuid(1)
export const ada = { id: uuid(11), username: 'ada', name: 'Ada Lovelace', email: 'a***@example.org' }
export const grace = { id: uuid(12), username: 'grace', name: '', email: 'g***@example.org' }

/** A task of the project as our server sends it. */
export const taskOf = (number: number, extra: Partial<Task> = {}): Task => ({
  id: uuid(100 + number),
  taskId: String(number),
  title: `Task ${number}`,
  description: `What task ${number} is about`,
  status: 1,
  projectID: projectID,
  assignedToID: null,
  assignedToUsername: null,
  assignedToName: null,
  taskCreatedByUsername: 'ada',
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
  version: 1,
  ...extra,
})

let viewer: { userID: string; username: string; projectID: string; roleInProject: ProjectRole } | undefined
/** Lets the host answer with these tasks and this role of the viewer, and answer changes of a task as the server would. */
export const serveTasks = (tasks: readonly Task[], role: ProjectRole = 'owner') => {
  host.on('tasks.byProject', ok({ data: tasks, nextCursor: null }))
  viewer = { userID: ada.id, username: ada.username, projectID: projectID, roleInProject: role }
  host.on('projects.userDetails', ok({ data: viewer }))
  const now = new Map(tasks.map((task) => [task.id, task]))
  host.on('tasks.update', ({ input }) => {
    const { id } = input.params as { id: string }
    const body = input.body as Partial<Task>
    const found = now.get(id)
    const saved = { ...found, ...body, version: Math.max(found?.version ?? 1, body.version ?? 1) + 1 } as Task
    now.set(id, saved)
    return ok({ data: saved })
  })
}
export const sentUpdates = () =>
  host.called('tasks.update').map(({ input }) => ({ ...(input.params as object), ...(input.body as object) }))

const COLUMN_WIDTH = 260
const columnLeft = (element: Element): number => {
  const column = element.closest('[data-column]')
  const all = [...document.querySelectorAll('[data-column]')]
  return column ? all.indexOf(column) * COLUMN_WIDTH : 0
}
/** Gives columns and lists a size and a place, because jsdom has no layout: columns are side by side, and lists are 600 px high. */
export const layOut = () => {
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 600 })
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => COLUMN_WIDTH })
  Element.prototype.getBoundingClientRect = function rectangle(this: Element) {
    const isCard = this.closest('[data-card]') !== null
    return new DOMRect(columnLeft(this), 0, COLUMN_WIDTH, isCard ? 100 : 600)
  }
  Element.prototype.scrollIntoView = () => undefined
  const nothing = () => undefined
  window.matchMedia = (media) =>
    ({
      matches: false,
      media,
      addEventListener: nothing,
      removeEventListener: nothing,
      addListener: nothing,
      removeListener: nothing,
    }) as unknown as MediaQueryList
}
/** The middle of a column, for events of the mouse. */
export const middleOf = (column: Element) => ({ clientX: columnLeft(column) + COLUMN_WIDTH / 2, clientY: 300 })

export const openTab = (search = '') => {
  const router = renderRoutes(
    [
      {
        path: '/project/:projectID/tasks/:number?',
        element: (
          <ThemeProvider theme={theme}>
            <TasksTab projectID={projectID} />
            <Toasts />
          </ThemeProvider>
        ),
      },
    ],
    `/project/${projectID}/tasks${search}`,
  )
  // The workspace's frame reads the viewer's role before it shows a tab; these tests render no frame.
  act(() => void queryClient.setQueryData(viewerInProjectQuery(projectID).queryKey, viewer && { data: viewer }))
  return router
}
/** Waits for the column of that name. It searches the DOM, because jsdom takes long to compute roles on a whole board. */
export const column = (name: string) =>
  waitFor(() => {
    const title = [...document.querySelectorAll('[data-column] h3')].find(({ textContent }) => textContent === name)
    const found = title?.closest('[data-column]')
    if (!found) throw new Error(`there is no column ${name}`)
    return found
  })
export const card = (name: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-card] a')].find((one) => one.textContent === name)
    if (!found) throw new Error(`there is no card ${name}`)
    return found
  })
export const cardsIn = async (name: string) =>
  [...(await column(name)).querySelectorAll('[data-card] a')].map(({ textContent }) => textContent)
/** Puts text into a field at once, as pasting does: typing takes jsdom long while a board is behind the dialog. */
export const fill = (field: HTMLElement, text: string): void => {
  act(() => field.focus())
  fireEvent.change(field, { target: { value: text } })
}
