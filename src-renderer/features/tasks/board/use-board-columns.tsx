import { Box, Button } from '@mui/material'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { type ProjectRole, type Stage, STAGES_MAX, type Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { toast } from '#lib/toast.ts'
import { goneText } from '#parts/stages/stage-list.ts'
import type { StageAsked } from '#parts/stages/StageDialog.tsx'
import { useStageActs } from '#parts/stages/use-stage-acts.ts'
import { StageMenu, type StageMenuActs } from '#parts/stages/StageMenu.tsx'
import type { BoardColumnData, Side } from '#ui/board/board-types.ts'
import { taskTone } from '#ui/board/status-tones.ts'
import { radius } from '#ui/look/tokens.ts'
import { type TaskColumn, wordBeside } from '../data/columns.ts'
import { whyNotStatus } from '../data/task-rules.ts'
import { countByColumn, tasksByColumn } from '../filters/task-filters.ts'
import type { useByWaiting } from './ByWaiting.tsx'
import { QuickAdd } from './QuickAdd.tsx'
import { RenameField, StageName } from './StageName.tsx'

const StageDialog = lazyPart(async () => (await import('#parts/stages/StageDialog.tsx')).StageDialog)

const emptyTexts: Readonly<Record<number, string>> = {
  [taskStatus.assigned]: 'Nothing is waiting to be started.',
  [taskStatus.inProgress]: 'Nobody is working on anything right now.',
  [taskStatus.underReview]: 'Nothing is waiting for review.',
  [taskStatus.completed]: 'Nothing has been completed yet.',
}

type ColumnsOptions = {
  projectID: string
  role: ProjectRole
  /** The tasks that are shown, and all that there are. */
  tasks: readonly Task[]
  all: readonly Task[]
  stages: readonly Stage[]
  /** The text of an empty column, when filters or a failure left it empty; null for the column's own text. */
  emptyText: string | null
  byWaiting: ReturnType<typeof useByWaiting>
  onTemplate: (column: TaskColumn, templateID: string) => void
}

/** The columns of the Tracker, and how owners and admins change them; others see them only. */
export const useBoardColumns = (options: ColumnsOptions) => {
  const { projectID, role, tasks, all, stages, emptyText, byWaiting, onTemplate } = options
  const acts = useStageActs(projectID)
  const { change, place, turn, step, remove } = acts
  const mayChange = isManager(role) && stages.length > 0
  const [asked, setAsked] = useState<StageAsked | null>(null)
  const [renamed, setRenamed] = useState<Stage | null>(null)
  const renamedID = renamed?.id ?? null
  const gone = renamed !== null && !stages.some(({ id }) => id === renamed.id) ? renamed : null
  useEffect(() => {
    // Its column has gone, and the field with it.
    if (gone) toast(goneText(gone), 'error')
  }, [gone])
  const lists = useMemo(
    () => tasksByColumn(tasks, { stages, isByWaiting: byWaiting?.isOn }),
    [tasks, stages, byWaiting],
  )
  const counts = useMemo(() => countByColumn(all, stages), [all, stages])
  const menuActs = useMemo(
    (): StageMenuActs => ({
      rename: setRenamed,
      edit: (stage, focus) => setAsked({ stage, focus }),
      step,
      remove,
    }),
    [step, remove],
  )
  // The same columns at every render, or each card is drawn again.
  const columns = useMemo(() => {
    const nameOf = (stage: Stage): ReactNode =>
      renamedID === stage.id ? (
        <RenameField
          stages={stages}
          stage={stage}
          onSave={(name) => change(stage, { name })}
          onClose={() => setRenamed(null)}
        />
      ) : (
        <StageName name={stage.name} onRename={() => setRenamed(stage)} />
      )
    return [...lists].map(([column, items]): BoardColumnData<Task> => {
      const { id, title, status, stage } = column
      const sort = status === taskStatus.underReview && byWaiting?.action
      const menu = mayChange && stage && <StageMenu stages={stages} stage={stage} acts={menuActs} />
      return {
        ...{ id, title, items },
        emptyText: emptyText ?? (stage ? 'No tasks here.' : (emptyTexts[status] ?? '')),
        tone: taskTone(status),
        ...(stages.length > 0 && { kind: wordBeside(column) ?? '' }),
        // A filter hides some of the tasks that count.
        ...(stage && { limit: stage.limit, total: counts.get(id) ?? items.length }),
        ...(mayChange && stage && { name: nameOf(stage), isMovable: renamedID !== stage.id }),
        ...((sort || menu) && { action: menu ? <Actions sort={sort} menu={menu} /> : sort }),
        ...(whyNotStatus(role, null, status) === null && {
          head: (
            <QuickAdd
              projectID={projectID}
              role={role}
              column={column}
              isFiltered={emptyText !== null}
              onTemplate={onTemplate}
            />
          ),
        }),
      }
    })
  }, [lists, counts, stages, projectID, role, emptyText, byWaiting, onTemplate, mayChange, menuActs, renamedID, change])
  const moveColumn = (columnID: string, besideID: string, side: Side) => {
    const all = [...lists.keys()]
    const stage = all.find(({ id }) => id === columnID)?.stage
    const beside = all.find(({ id }) => id === besideID)
    if (!stage || !beside) return
    void (beside.stage ? place(stage, beside.stage, side) : turn(stage, beside.status))
  }
  const openNew = () => setAsked({ stage: null, focus: 'name', status: taskStatus.inProgress })
  return {
    columns,
    onMoveColumn: mayChange ? moveColumn : undefined,
    end: mayChange && {
      title: 'New stage',
      content: <AddStage isFull={stages.length >= STAGES_MAX} onPress={openNew} />,
    },
    dialogs: asked && (
      <Suspense fallback={null}>
        <StageDialog projectID={projectID} asked={asked} acts={acts} onClose={() => setAsked(null)} />
      </Suspense>
    ),
  }
}

const Actions = ({ sort, menu }: { sort: ReactNode; menu: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center' }}>
    {sort}
    {menu}
  </Box>
)

/** Behind the last column. */
const AddStage = ({ isFull, onPress }: { isFull: boolean; onPress: () => void }) => (
  <Button
    color="inherit"
    startIcon={<Plus size={16} aria-hidden />}
    disabled={isFull}
    onClick={onPress}
    sx={{
      justifyContent: 'flex-start',
      height: 44,
      px: 1.5,
      color: 'text.secondary',
      border: '1px dashed',
      borderColor: 'divider',
      borderRadius: radius.medium,
    }}
  >
    {isFull ? `At most ${STAGES_MAX} stages` : 'Add stage'}
  </Button>
)
