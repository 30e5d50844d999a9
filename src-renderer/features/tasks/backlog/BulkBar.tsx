import { Alert, AlertTitle, Box, Button, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ProjectRole, type Task, TRASH_DAYS } from '#shared/contract/index.ts'
import type { BulkChange } from '#shared/contract/task-bulk.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useStages } from '#data/stages.ts'
import { sayDone } from '#data/undo.ts'
import { confirm } from '#lib/confirm.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { radius, STICKY_TOP, weight } from '#ui/look/tokens.ts'
import { BulkPicker, type BulkWhat } from './BulkPicker.tsx'
import { BulkReward } from './BulkReward.tsx'
import { ONLY_MANAGERS_ASSIGN } from '../data/task-rules.ts'
import { type Refusal, useBulk } from './use-bulk.ts'
import type { TaskSelection } from '../filters/use-task-selection.ts'

const tasksText = (count: number) => (count === 1 ? '1 task' : `${count} tasks`)

const choices: ReadonlyArray<{ what: BulkWhat; label: string }> = [
  { what: 'status', label: 'Status' },
  { what: 'assignee', label: 'Assign' },
  { what: 'priority', label: 'Priority' },
  { what: 'due', label: 'Due' },
  { what: 'label', label: 'Label' },
]

/** The tasks that the last change left as they are, each with its reason. */
const RefusedNotice = ({ refused, onClose }: { refused: readonly Refusal[]; onClose: () => void }) => (
  <Alert severity="warning" onClose={onClose} slotProps={{ closeButton: { 'aria-label': 'Close the list' } }}>
    <AlertTitle sx={{ mb: 0.5 }}>{tasksText(refused.length)} not changed</AlertTitle>
    <Box
      component="ul"
      aria-label="Tasks that were not changed"
      sx={{ m: 0, pl: 2, maxHeight: 200, overflowY: 'auto' }}
    >
      {refused.map(({ task, reason }) => (
        <li key={task.id}>
          <Box component="span" dir="auto" sx={{ fontWeight: weight.semibold }}>
            #{task.taskId} {task.title}
          </Box>
          : {reason}
        </li>
      ))}
    </Box>
  </Alert>
)

type BulkBarProps = {
  projectID: string
  role: ProjectRole
  selection: TaskSelection
  /** The task as the screen knows it now. */
  newestOf: (task: Task) => Task
  /** Says how much room the bar takes up above what scrolls below it; none while nothing is selected. */
  onHeight: (pixels: number) => void
}

/** The space above the bar while it stays at the window's top; below it is as much. */
const GAP = 8
const ground = 'var(--mui-palette-background-default)'

/** What can be done to the selected tasks at once, how many these are, and which of them the last change left as they are. */
export const BulkBar = (props: BulkBarProps) => {
  const { projectID, role, newestOf, onHeight } = props
  const { selected, select, clear } = props.selection
  const client = useQueryClient()
  const [what, setWhat] = useState<BulkWhat | null>(null)
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const bulk = useBulk((kept) => {
    setRefused(kept)
    // What was not changed stays selected, so that something else can be done with it.
    select(kept.map(({ task }) => task))
  })
  const { stages } = useStages(projectID)
  const count = selected.size
  const isShown = count > 0
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isShown || !bar.current || typeof ResizeObserver === 'undefined') return
    // On a narrow window the buttons take more than one line.
    const observer = new ResizeObserver(() => onHeight((bar.current?.offsetHeight ?? 0) + 2 * GAP))
    observer.observe(bar.current)
    return () => {
      observer.disconnect()
      onHeight(0)
    }
  }, [isShown, onHeight])
  const change = (change: BulkChange) => {
    const tasks = [...selected.values()].map(newestOf)
    setRefused([])
    bulk.mutate(
      { tasks, change },
      {
        onSuccess: ({ data }) => {
          const done = data.filter(({ isDone }) => isDone).length
          const text = done === data.length ? tasksText(done) : `${done} of ${tasksText(data.length)}`
          if (done > 0 && 'offer' in change) toast(`${text} changed.`, 'success')
          else if (done > 0) sayDone(client, 'isDeleted' in change ? `${text} moved to Trash.` : `${text} changed.`)
          else toast('No task was changed.', 'error')
        },
        onError: (error) => void toast(errorText(error, 'Failed to change the tasks'), 'error'),
      },
    )
  }
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete ${tasksText(count)}?`,
      text: `You can restore them for ${TRASH_DAYS} days.`,
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (isSure) change({ isDeleted: true })
  }
  const whyNotAssign = isManager(role) ? null : ONLY_MANAGERS_ASSIGN
  return (
    <>
      {/* Always there, so that the number is read out when it changes. */}
      <Box
        ref={bar}
        role="group"
        aria-label="Selected tasks"
        sx={
          count === 0
            ? { display: 'contents' }
            : {
                position: 'sticky',
                top: `calc(${STICKY_TOP} + ${GAP}px)`,
                zIndex: 2,
                // Rows that scroll by are not seen in the space above and below.
                boxShadow: `0 -${GAP}px 0 0 ${ground}, 0 ${GAP}px 0 0 ${ground}`,
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 0.5,
                px: 1.5,
                py: 0.75,
                border: 1,
                borderColor: 'divider',
                borderRadius: radius.medium,
                bgcolor: 'background.paper',
              }
        }
      >
        <Typography
          role="status"
          component="span"
          className="tabular"
          sx={count > 0 ? { fontWeight: weight.semibold, mr: 1 } : visuallyHidden}
        >
          {count > 0 && `${count} selected`}
        </Typography>
        {count > 0 && (
          <>
            {choices.map(({ what: field, label }) => {
              const whyNot = field === 'assignee' ? whyNotAssign : null
              return (
                <Button
                  key={field}
                  size="small"
                  disabled={bulk.isPending}
                  {...(whyNot && { 'aria-disabled': true, title: whyNot, sx: { color: 'text.disabled' } })}
                  onClick={() => (whyNot ? toast(whyNot, 'error') : setWhat(field))}
                >
                  {field === 'status' && stages.length > 0 ? 'Stage' : label}
                </Button>
              )
            })}
            <BulkReward
              {...{ projectID, role }}
              group={tasksText(count)}
              isPending={bulk.isPending}
              onChoose={change}
            />
            <Button size="small" color="error" loading={bulk.isPending} onClick={() => void remove()}>
              Delete
            </Button>
            <Button size="small" onClick={clear} sx={{ ml: 'auto' }}>
              Clear selection
            </Button>
          </>
        )}
      </Box>
      {refused.length > 0 && <RefusedNotice refused={refused} onClose={() => setRefused([])} />}
      {what && (
        <BulkPicker
          what={what}
          projectID={projectID}
          group={tasksText(count)}
          onChoose={change}
          onClose={() => setWhat(null)}
        />
      )}
    </>
  )
}
