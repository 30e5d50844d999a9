import { Suspense, useState } from 'react'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { whyNotField } from '#shared/rules/task-fields.ts'
import { useStages } from '#data/stages.ts'
import { type Act, useOffers } from '#lib/commands.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import type { TaskChoice } from '../choosers/TaskChooser.tsx'
import { columnIDOf, columnsOf, destinationOf, type TaskColumn, whyNotColumn } from '../data/columns.ts'
import { ONLY_MANAGERS_ASSIGN } from '../data/task-rules.ts'
import { useFocusBack } from './use-focus-back.ts'
import { whyNotSubmit } from '../review/use-review.ts'
import { useMoveTask } from '../data/use-move-task.ts'
import { useReviewedMoves } from '../review/use-reviewed-moves.tsx'
import { useAssign } from '../data/use-save-fields.ts'
import type { TaskSelection } from '../filters/use-task-selection.ts'
import type { useTasksView } from '../filters/use-tasks-view.ts'

const TaskChooser = lazyPart(async () => (await import('../choosers/TaskChooser.tsx')).TaskChooser)

const SubmitSheet = lazyPart(async () => (await import('../review/SubmitSheet.tsx')).SubmitSheet)

const PressNext = lazyPart(async () => (await import('./PressNext.tsx')).PressNext)

const ONLY_ASSIGNEE_SUBMITS = 'Only the assignee can submit this.'
const ALREADY_SUBMITTED = 'This task is already waiting for review.'

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
  viewer: { userID: string; username: string } | undefined
  tasks: readonly Task[]
  /** The ID of the task whose dialog is open; null while none is. */
  openID: string | null
  /** How tasks are opened and created here; null where only the open task is. */
  view: Pick<ReturnType<typeof useTasksView>, 'openTask' | 'openNew'> | null
  /** The selection of the backlog; null where nothing can be selected. */
  selection: TaskSelection | null
}

/** What the keys and the palette do on a board, a backlog or beside a list: with the open task, or with the one that has the focus. */
export const TaskCommands = ({ projectID, role, viewer, tasks, openID, view, selection }: TaskCommandsProps) => {
  const [choosing, setChoosing] = useState<TaskChoice | null>(null)
  const [handIn, setHandIn] = useState<Task | null>(null)
  // Each press is another one, also of the same task.
  const [pressed, setPressed] = useState<{ task: Task; count: number } | null>(null)
  const assign = useAssign()
  const viewerID = viewer?.userID
  const reviewed = useReviewedMoves(projectID, tasks, role, useMoveTask())
  const { stages } = useStages(projectID)
  const whyNotMove = (task: Task, to: TaskColumn) =>
    whyNotColumn(role, stages, task, to) ?? reviewed.whyNot(task, to.status)
  const isOpen = openID !== null
  useFocusBack(isOpen ? null : (choosing?.task.id ?? null))
  /** Offers an act with the open or focused task; none when there is no such task. */
  const withTask = (act: (task: Task) => Act | null) => (): Act | null => {
    const id = openID ?? focusedID()
    const task = tasks.find((one) => one.id === id)
    const offered = task ? act(task) : null
    return offered && { ...offered, isInDialog: isOpen }
  }
  const choose = (what: TaskChoice['what'], field: 'priority' | 'dueOn' | 'labelIDs') =>
    withTask((task) => ({
      run: () => setChoosing({ what, task }),
      whyNot: whyNotField(field, {
        role,
        isCreator: viewer !== undefined && task.taskCreatedByUsername === viewer.username,
        isAssignee: viewer !== undefined && task.assignedToID === viewer.userID,
      }),
    }))
  const whyNotHandIn = (task: Task): string | null =>
    task.assignedToID !== viewerID || viewerID === undefined
      ? ONLY_ASSIGNEE_SUBMITS
      : typeof task.openRound === 'number'
        ? ALREADY_SUBMITTED
        : whyNotSubmit(task)
  const whyNotAssign = isManager(role) ? null : ONLY_MANAGERS_ASSIGN
  useOffers({
    'task.new': () => view && { run: view.openNew },
    'task.open': withTask((task) => (isOpen || !view ? null : { run: () => view.openTask(task) })),
    'task.status': withTask((task) => {
      const others = columnsOf(stages).filter(({ id }) => id !== columnIDOf(stages, task))
      const refusals = others.map((to) => whyNotMove(task, to))
      return {
        run: () => setChoosing({ what: 'status', task }),
        choices: others.map((to, at) => ({
          id: to.id,
          label: `Move to ${to.title}`,
          run: () => void reviewed.move(task, destinationOf(to)),
          whyNot: refusals[at] ?? null,
        })),
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
    'task.priority': choose('priority', 'priority'),
    'task.due': choose('due', 'dueOn'),
    'task.labels': choose('labels', 'labelIDs'),
    'task.select': withTask((task) => (selection && !isOpen ? { run: () => selection.toggle(task) } : null)),
    'list.close': () => (selection && selection.selected.size > 0 && !isOpen ? { run: selection.clear } : null),
    'task.submit': withTask((task) => ({ run: () => setHandIn(task), whyNot: whyNotHandIn(task) })),
    'task.next': withTask((task) => ({ run: () => setPressed((last) => ({ task, count: (last?.count ?? 0) + 1 })) })),
    'board.left': arrow('ArrowLeft'),
    'board.down': arrow('ArrowDown'),
    'board.up': arrow('ArrowUp'),
    'board.right': arrow('ArrowRight'),
  })
  return (
    <>
      {choosing && (
        <Suspense fallback={null}>
          <TaskChooser
            choosing={choosing}
            projectID={projectID}
            viewerID={viewerID}
            move={reviewed.move}
            whyNotMove={whyNotMove}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      )}
      {handIn && (
        <Suspense fallback={null}>
          <SubmitSheet task={handIn} onClose={() => setHandIn(null)} />
        </Suspense>
      )}
      {pressed && (
        <Suspense fallback={null}>
          <PressNext key={pressed.count} task={pressed.task} role={role} />
        </Suspense>
      )}
      {reviewed.dialogs}
    </>
  )
}
