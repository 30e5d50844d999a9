import Box from '@mui/material/Box'
import { useCallback, useMemo } from 'react'
import type { ProjectRole, Task } from '../../../shared/contract/index.ts'
import { taskStatus, taskStatusLabel } from '../../../shared/rules/statuses.ts'
import { useLiveState } from '../../data/live-state.ts'
import { toast } from '../../lib/toast.ts'
import { Board } from '../../ui/Board.tsx'
import type { BoardCardParts } from '../../ui/board-types.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { taskTone } from '../../ui/status-tones.ts'
import { tasksByColumn } from './task-filters.ts'
import { assigneeName, whyNotStatus } from './task-rules.ts'
import { useMoveTask } from './use-move-task.ts'

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
    {task.assignedToID && <PersonAvatar name={assigneeName(task)} size={22} />}
  </>
)

type TaskBoardProps = {
  tasks: readonly Task[]
  role: ProjectRole
  /** The text of an empty column, when filters or a failure left it empty; null for the column's own text. */
  emptyText: string | null
  linkToTask: (id: string) => ReturnType<BoardCardParts<Task>['linkOf']>
  /** Names the filters; when it changes, every column scrolls to its top. */
  shownBy: string
}

/** The Tracker, in which a task's column is its status. */
export const TaskBoard = ({ tasks, role, emptyText, linkToTask, shownBy }: TaskBoardProps) => {
  const move = useMoveTask()
  const marked = useLiveState((state) => state.marked)
  const columns = useMemo(
    () =>
      [...tasksByColumn(tasks)].map(([status, items]) => ({
        id: String(status),
        title: taskStatusLabel(status),
        items,
        emptyText: emptyText ?? emptyTexts[status] ?? '',
        colour: taskTone(status).colour,
      })),
    [tasks, emptyText],
  )
  return (
    <Board
      label="Tasks by status"
      columns={columns}
      shownBy={shownBy}
      marked={marked}
      linkOf={useCallback((task: Task) => linkToTask(task.id), [linkToTask])}
      renderDetails={renderDetails}
      whyNotMove={useCallback((task: Task, column: string) => whyNotStatus(role, task.status, Number(column)), [role])}
      onMove={(task, column) => move(task, Number(column))}
      onRefused={(reason) => void toast(reason, 'error')}
    />
  )
}
