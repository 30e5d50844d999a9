import { Suspense, useState } from 'react'
import type { ProjectRole, Task } from '../../../shared/contract/index.ts'
import { isManager } from '../../../shared/rules/membership.ts'
import { boardStatuses } from '../../../shared/rules/statuses.ts'
import { type Act, useOffers } from '../../lib/commands.ts'
import { lazyPart } from '../../lib/lazy-code.tsx'
import type { Choosing } from './TaskChooser.tsx'
import { ONLY_MANAGERS_ASSIGN, whyNotStatus } from './task-rules.ts'
import { useAssign } from './use-assign.ts'
import type { useTasksView } from './use-tasks-view.ts'

const TaskChooser = lazyPart(async () => (await import('./TaskChooser.tsx')).TaskChooser)

const focusedCard = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-card]') ?? null
/** The ID of the task whose card or row has the focus; the rows are of the data grid, which names them so. */
const focusedID = (): string | undefined =>
  focusedCard()?.dataset['card'] ?? document.activeElement?.closest<HTMLElement>('[role="row"][data-id]')?.dataset['id']

/** Does what the arrow key does: from card to card, or to the first one. */
const arrow = (key: string) => (): Act | null => {
  const first = document.querySelector<HTMLElement>('[data-card] a')
  if (!first) return null
  const from = focusedCard()?.contains(document.activeElement) ? document.activeElement : null
  const press = () => from?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  return { run: () => (from ? press() : first.focus()) }
}

type TaskCommandsProps = {
  projectID: string
  role: ProjectRole
  viewerID: string | undefined
  tasks: readonly Task[]
  /** The ID of the task whose dialog is open; null while none is. */
  openID: string | null
  view: Pick<ReturnType<typeof useTasksView>, 'openTask' | 'openNew'>
}

/** What the keys and the palette do on a board or a backlog: with the open task, or with the one that has the focus. */
export const TaskCommands = ({ projectID, role, viewerID, tasks, openID, view }: TaskCommandsProps) => {
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const assign = useAssign()
  const isOpen = openID !== null
  /** Offers an act with the open or focused task; none when there is no such task. */
  const withTask = (act: (task: Task) => Act | null) => (): Act | null => {
    const id = openID ?? focusedID()
    const task = tasks.find((one) => one.id === id)
    const offered = task ? act(task) : null
    return offered && { ...offered, isInDialog: isOpen }
  }
  const whyNotAssign = isManager(role) ? null : ONLY_MANAGERS_ASSIGN
  useOffers({
    'task.new': () => ({ run: view.openNew }),
    'task.open': withTask((task) => (isOpen ? null : { run: () => view.openTask(task) })),
    'task.status': withTask((task) => {
      const refusals = boardStatuses.filter((to) => to !== task.status).map((to) => whyNotStatus(role, task.status, to))
      return {
        run: () => setChoosing({ what: 'status', task }),
        whyNot: refusals.every((why) => why !== null) ? (refusals[0] ?? null) : null,
      }
    }),
    'task.assign': withTask((task) => ({
      run: () => setChoosing({ what: 'assignee', task }),
      whyNot: whyNotAssign,
    })),
    'task.assignToMe': withTask((task) =>
      viewerID === undefined ? null : { run: () => assign(task, viewerID), whyNot: whyNotAssign },
    ),
    'board.left': arrow('ArrowLeft'),
    'board.down': arrow('ArrowDown'),
    'board.up': arrow('ArrowUp'),
    'board.right': arrow('ArrowRight'),
  })
  return choosing ? (
    <Suspense fallback={null}>
      <TaskChooser
        choosing={choosing}
        projectID={projectID}
        role={role}
        viewerID={viewerID}
        onClose={() => setChoosing(null)}
      />
    </Suspense>
  ) : null
}
