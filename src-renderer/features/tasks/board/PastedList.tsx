import { Alert, Box, Button } from '@mui/material'
import { useState } from 'react'
import type { ProjectRole } from '#shared/contract/index.ts'
import { PASTED_MAX, type PastedTask } from '#shared/rules/pasted-list.ts'
import { clamp } from '#ui/look/text-looks.ts'
import { radius, size } from '#ui/look/tokens.ts'
import { QuickAddGuard } from './QuickAddGuard.tsx'
import { type ColumnTarget, useMakeTasks } from './use-make-tasks.ts'

/** A list that was pasted, before anything is made of it. */
export type PasteResult = { key: string; tasks: readonly PastedTask[]; left: number; text: string }

type PastedListProps = {
  projectID: string
  role: ProjectRole
  to: ColumnTarget
  pasted: PasteResult
  onDone: () => void
  onAsOne: (text: string) => void
}

/** Shows what a pasted list would become, and makes its tasks. */
export const PastedList = ({ projectID, role, to, pasted, onDone, onAsOne }: PastedListProps) => {
  const [tasks, setTasks] = useState(pasted.tasks)
  const [reason, setReason] = useState<string | null>(null)
  const { make, isPending } = useMakeTasks(projectID, role)
  const count = tasks.length === 1 ? '1 task' : `${tasks.length} tasks`
  const send = () => {
    setReason(null)
    const all = tasks.map((task) => ({ ...task, ...to }))
    make(pasted.key, all, {
      onSuccess: onDone,
      onError: (why, made) => {
        setReason(made > 0 ? `${made} of them are there. ${why}` : why)
        setTasks((now) => now.slice(0, now.length - made))
      },
    })
  }
  return (
    <Box
      role="group"
      aria-label="Pasted list"
      sx={{
        p: 1,
        display: 'grid',
        gap: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.medium,
        bgcolor: 'background.card',
      }}
    >
      {/* A list that scrolls takes the focus, so that the keyboard can scroll it. */}
      <Box
        component="ol"
        tabIndex={0}
        aria-label="Tasks to create"
        sx={{ m: 0, pl: 3, maxHeight: 180, overflowY: 'auto', fontSize: size.note, borderRadius: radius.small }}
      >
        {tasks.map(({ title }, at) => (
          <li key={at}>
            <Box component="span" sx={clamp(2)}>
              {title}
            </Box>
          </li>
        ))}
      </Box>
      {pasted.left > 0 && (
        <Box sx={{ fontSize: size.note, color: 'text.secondary' }}>
          One list makes at most {PASTED_MAX} tasks; {pasted.left} more {pasted.left === 1 ? 'line is' : 'lines are'}{' '}
          left out.
        </Box>
      )}
      {!isPending && <QuickAddGuard />}
      {reason && <Alert severity="error">{reason}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        <Button size="small" variant="contained" autoFocus loading={isPending} onClick={send}>
          {`Make ${count}`}
        </Button>
        <Button size="small" color="inherit" disabled={isPending} onClick={() => onAsOne(pasted.text)}>
          Keep as one
        </Button>
        <Button size="small" color="inherit" disabled={isPending} onClick={onDone}>
          Cancel
        </Button>
      </Box>
    </Box>
  )
}
