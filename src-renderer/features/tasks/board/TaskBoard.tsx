import { styled } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Label, ProjectRole, Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { heldUntilQuery } from '#data/claims.ts'
import { useLiveState } from '#data/live-state.ts'
import { platformQueries } from '#data/platform.ts'
import { useProjectCurrency } from '#data/projects.ts'
import { useStages } from '#data/stages.ts'
import { briefDate } from '#lib/format.ts'
import { copyText } from '#lib/copy-text.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { Board } from '#ui/board/Board.tsx'
import type { Beside, BoardCardParts, CardAct } from '#ui/board/board-types.ts'
import { weight } from '#ui/look/tokens.ts'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import { columnsOf, destinationOf, type TaskColumn, whyNotColumn } from '../data/columns.ts'
import { labelsQuery } from '../data/queries.ts'
import { linesOf, rewardOf } from '../data/task-facts.ts'
import { TaskCardLines } from './TaskCardLines.tsx'
import { useBoardColumns } from './use-board-columns.tsx'
import { assigneeName, ONLY_MANAGERS_ASSIGN } from '../data/task-rules.ts'
import { useMoveTask } from '../data/use-move-task.ts'
import { useByWaiting, type WaitingSort } from './ByWaiting.tsx'
import { useReviewedMoves } from '../review/use-reviewed-moves.tsx'

const TaskChooser = lazyPart(async () => (await import('../choosers/TaskChooser.tsx')).TaskChooser)

const oneLine = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const Reward = styled('span')({ ...oneLine, color: 'var(--mui-palette-text-primary)', fontWeight: weight.semibold })
const Held = styled('span')({ flex: 'none', whiteSpace: 'nowrap' })
/** The name gives way to the reward, but is always there. */
const Assignee = styled('span')({
  ...oneLine,
  flexShrink: 1000,
  minWidth: '2.75rem',
  marginLeft: 'auto',
  textAlign: 'end',
})

type Rewards = { currency: string | null; heldUntil: ReadonlyMap<string, string> }
const renderDetails = (task: Task, { currency, heldUntil }: Rewards) => (
  <>
    {task.taskId && <span className="tabular">#{task.taskId}</span>}
    {currency !== null && rewardOf(task, currency) !== null && (
      <Reward className="tabular">{rewardOf(task, currency)}</Reward>
    )}
    {currency !== null && heldUntil.has(task.id) && (
      <Held role="img" aria-label={`Held until ${briefDate(heldUntil.get(task.id)) ?? ''}`}>
        to {briefDate(heldUntil.get(task.id))}
      </Held>
    )}
    <Assignee>{assigneeName(task)}</Assignee>
    {task.assignedToID && <PersonAvatar name={assigneeName(task)} username={task.assignedToUsername} size={22} />}
  </>
)

const noLabels: readonly Label[] = []

const none: ReadonlyMap<string, string> = new Map()
/** The currency in which rewards are shown, null where the server has none; and until when tasks with a reward are held. */
const useRewards = (projectID: string, tasks: readonly Task[]): Rewards => {
  const hasRewards = useCapability('rewards', true)
  const hasClaims = useCapability('claims', true)
  const currency = useProjectCurrency(projectID, hasRewards)
  const isHeld = ({ rewardCents, assignedToID }: Task) => typeof rewardCents === 'number' && Boolean(assignedToID)
  const heldUntil = useQuery(heldUntilQuery(projectID, hasClaims && hasRewards && tasks.some(isHeld))).data ?? none
  return useMemo(() => ({ currency: hasRewards ? currency : null, heldUntil }), [hasRewards, currency, heldUntil])
}

type TaskBoardProps = {
  projectID: string
  /** The tasks that fit the filters, and all that there are. */
  tasks: readonly Task[]
  all: readonly Task[]
  role: ProjectRole
  /** The text of an empty column, when filters or a failure left it empty; null for the column's own text. */
  emptyText: string | null
  linkToTask: (task: Task) => ReturnType<BoardCardParts<Task>['linkOf']>
  /** Names the filters; when it changes, every column scrolls to its top. */
  shownBy: string
  waiting: WaitingSort
  /** Opens the form for a new task of that column, filled from a template. */
  onTemplate: (column: TaskColumn, templateID: string) => void
}

/** The Tracker, in which a task's column is its stage, or its status where that has no stages. */
export const TaskBoard = memo(function TaskBoard({
  projectID,
  tasks,
  all,
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
  const rewards = useRewards(projectID, all)
  const labels = useQuery(labelsQuery(projectID, hasOrder)).data ?? noLabels
  const marked = useLiveState((state) => state.marked)
  const { stages } = useStages(projectID)
  const columnOf = useMemo(() => {
    const columns = new Map(columnsOf(stages).map((column) => [column.id, column]))
    return (id: string): TaskColumn => {
      const column = columns.get(id)
      if (!column) throw new Error('The board has no such column.')
      return column
    }
  }, [stages])
  const whyNotMove = useCallback(
    (task: Task, to: TaskColumn) => whyNotColumn(role, stages, task, to) ?? whyNot(task, to.status),
    [role, stages, whyNot],
  )
  const place = useCallback(
    (task: Task, column: string, beside: Beside) => move(task, destinationOf(columnOf(column)), beside),
    [move, columnOf],
  )
  const { columns, dialogs, onMoveColumn, end } = useBoardColumns({
    ...{ projectID, role, tasks, all, stages, emptyText, byWaiting, onTemplate },
  })
  return (
    <>
      <Board
        label={stages.length > 0 ? 'Tasks by stage' : 'Tasks by status'}
        isPaged={stages.length > 0}
        onMoveColumn={onMoveColumn}
        end={end}
        columns={columns}
        shownBy={shownBy}
        marked={marked}
        linkOf={linkToTask}
        renderDetails={useCallback((task: Task) => renderDetails(task, rewards), [rewards])}
        linesOf={linesOf}
        renderLines={useCallback(
          (task: Task) => (
            <TaskCardLines task={task} labels={labels} />
          ),
          [labels],
        )}
        whyNotMove={useCallback(
          (task: Task, column: string) => whyNotMove(task, columnOf(column)),
          [whyNotMove, columnOf],
        )}
        actsOf={actsOf}
        onMove={(task, column) => move(task, destinationOf(columnOf(column)))}
        onPlace={hasOrder ? place : undefined}
        onRefused={(reason) => void toast(reason, 'error')}
      />
      {reviewed.dialogs}
      {dialogs}
      {assigned && (
        <Suspense fallback={null}>
          <TaskChooser
            choosing={{ what: 'assignee', task: assigned }}
            projectID={projectID}
            viewerID={viewerID}
            move={move}
            whyNotMove={whyNotMove}
            onClose={() => setAssigned(null)}
          />
        </Suspense>
      )}
    </>
  )
})
