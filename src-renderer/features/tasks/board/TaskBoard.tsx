import { Box } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Label, ProjectRole, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { useLiveState } from '#data/live-state.ts'
import { platformQueries } from '#data/platform.ts'
import { copyText } from '#lib/copy-text.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { Board } from '#ui/board/Board.tsx'
import type { Beside, BoardCardParts, CardAct } from '#ui/board/board-types.ts'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import { taskTone } from '#ui/board/status-tones.ts'
import { QuickAdd } from './QuickAdd.tsx'
import { labelsQuery } from '../data/queries.ts'
import { linesOf } from '../data/task-facts.ts'
import { TaskCardLines } from './TaskCardLines.tsx'
import { tasksByColumn } from '../filters/task-filters.ts'
import { assigneeName, ONLY_MANAGERS_ASSIGN, whyNotStatus } from '../data/task-rules.ts'
import { useMoveTask } from '../data/use-move-task.ts'
import { useByWaiting, type WaitingSort } from './ByWaiting.tsx'
import { useReviewedMoves } from '../review/use-reviewed-moves.tsx'

const TaskChooser = lazyPart(async () => (await import('../choosers/TaskChooser.tsx')).TaskChooser)

const emptyTexts: Readonly<Record<number, string>> = {
  [taskStatus.assigned]: 'Nothing is waiting to be started.',
  [taskStatus.inProgress]: 'Nobody is working on anything right now.',
  [taskStatus.underReview]: 'Nothing is waiting for review.',
  [taskStatus.completed]: 'Nothing has been completed yet.',
}

const renderDetails = (task: Task) => (
  <>
    {task.taskId && <span className="tabular">#{task.taskId}</span>}
    <Box component="span" sx={{ ml: 'auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {assigneeName(task)}
    </Box>
    {task.assignedToID && <PersonAvatar name={assigneeName(task)} username={task.assignedToUsername} size={22} />}
  </>
)

const noLabels: readonly Label[] = []

type TaskBoardProps = {
  projectID: string
  tasks: readonly Task[]
  role: ProjectRole
  /** The text of an empty column, when filters or a failure left it empty; null for the column's own text. */
  emptyText: string | null
  linkToTask: (task: Task) => ReturnType<BoardCardParts<Task>['linkOf']>
  /** Names the filters; when it changes, every column scrolls to its top. */
  shownBy: string
  waiting: WaitingSort
  /** Opens the form for a new task of that status, filled from a template. */
  onTemplate: (status: number, templateID: string) => void
}

/** The Tracker, in which a task's column is its status. */
export const TaskBoard = memo(function TaskBoard({
  projectID,
  tasks,
  role,
  emptyText,
  linkToTask,
  shownBy,
  waiting,
  onTemplate,
}: TaskBoardProps) {
  const reviewed = useReviewedMoves(projectID, tasks, role, useMoveTask())
  const { whyNot, move } = reviewed
  const navigate = useNavigate()
  const client = useQueryClient()
  const hasNumbers = useCapability('talk', true)
  const viewerID = useSession((session) => session.userID) ?? undefined
  const [assigned, setAssigned] = useState<Task | null>(null)
  const actsOf = (task: Task): readonly CardAct[] => {
    const { to, ...options } = linkToTask(task)
    const address =
      hasNumbers && task.taskId ? paths.taskByNumber(projectID, task.taskId) : paths.task(projectID, task.id)
    const copy = async () => copyText(`${await client.fetchQuery(platformQueries.serverOrigin())}${address}`)
    const whyNotAssign = isManager(role) ? null : ONLY_MANAGERS_ASSIGN
    return [
      { label: 'Open', run: () => void navigate(to, options) },
      { label: 'Assign…', run: () => setAssigned(task), whyNot: whyNotAssign },
      { label: 'Copy link', run: () => void copy() },
    ]
  }
  const byWaiting = useByWaiting(waiting)
  const hasOrder = useCapability('tasks2', true)
  const labels = useQuery(labelsQuery(projectID, hasOrder)).data ?? noLabels
  const marked = useLiveState((state) => state.marked)
  const place = useCallback((task: Task, column: string, beside: Beside) => move(task, Number(column), beside), [move])
  const columns = useMemo(
    () =>
      [...tasksByColumn(tasks, byWaiting?.isOn)].map(([status, items]) => ({
        id: String(status),
        title: taskStatusLabel(status),
        items,
        emptyText: emptyText ?? emptyTexts[status] ?? '',
        colour: taskTone(status).colour,
        ...(status === taskStatus.underReview && byWaiting && { action: byWaiting.action }),
        ...(whyNotStatus(role, null, status) === null && {
          head: (
            <QuickAdd
              projectID={projectID}
              role={role}
              status={status}
              isFiltered={emptyText !== null}
              onTemplate={onTemplate}
            />
          ),
        }),
      })),
    [projectID, role, tasks, emptyText, byWaiting, onTemplate],
  )
  return (
    <>
      <Board
        label="Tasks by status"
        columns={columns}
        shownBy={shownBy}
        marked={marked}
        linkOf={linkToTask}
        renderDetails={renderDetails}
        linesOf={linesOf}
        renderLines={useCallback(
          (task: Task) => (
            <TaskCardLines task={task} labels={labels} />
          ),
          [labels],
        )}
        whyNotMove={useCallback(
          (task: Task, column: string) =>
            whyNotStatus(role, task.status, Number(column)) ?? whyNot(task, Number(column)),
          [role, whyNot],
        )}
        actsOf={actsOf}
        onMove={(task, column) => move(task, Number(column))}
        onPlace={hasOrder ? place : undefined}
        onRefused={(reason) => void toast(reason, 'error')}
      />
      {reviewed.dialogs}
      {assigned && (
        <Suspense fallback={null}>
          <TaskChooser
            choosing={{ what: 'assignee', task: assigned }}
            projectID={projectID}
            viewerID={viewerID}
            move={move}
            whyNotMove={whyNot}
            onClose={() => setAssigned(null)}
          />
        </Suspense>
      )}
    </>
  )
})
