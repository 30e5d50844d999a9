import { Alert, AlertTitle, Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import type { AllFields } from '#shared/rules/task-fields.ts'
import { useCapability } from '#data/capabilities.ts'
import { whoChanged } from '#data/who-changed.ts'
import { dueText, priorityLabels } from '../data/task-facts.ts'
import { assigneeName } from '../data/task-rules.ts'

type StaleNoticeProps = {
  newer: Task
  /** The fields that both the viewer and somebody else have changed. */
  contested: ReadonlyArray<keyof AllFields>
  onSave: () => void
  onTakeNewer: () => void
}

const words = {
  description: 'the description',
  labelIDs: 'the labels',
  estimateHours: 'the estimate',
  doneWhen: 'the lines of “Done when”',
  fileIDs: 'the files',
  blockedByIDs: 'what blocks it',
} as const

const theirs = (newer: Task, field: keyof AllFields): string => {
  if (field === 'title') return `the title to “${newer.title}”`
  if (field === 'status') return `the status to ${taskStatusLabel(newer.status)}`
  if (field === 'assignedToID') return `the assignee to ${assigneeName(newer)}`
  if (field === 'dueOn') return newer.dueOn ? `the due date to “${dueText(newer)}”` : 'the due date to none'
  if (field === 'priority') return `the priority to ${priorityLabels[newer.priority ?? 'none']}`
  return words[field]
}

/** Who has saved the newer task: 'Somebody else' until that is known, and on a host that keeps no history. */
const useWho = (newer: Task): string => {
  const client = useQueryClient()
  const hasHistory = useCapability('talk', true)
  const [who, setWho] = useState('Somebody else')
  useEffect(() => {
    let isHere = true
    if (hasHistory) void whoChanged(client, newer).then((found) => isHere && setWho(found))
    return () => {
      isHere = false
    }
  }, [client, hasHistory, newer])
  return who
}

/**
 * Says that somebody else has saved the task since it was opened: what is kept, what is theirs, and what saving
 * will do.
 */
export const StaleNotice = ({ newer, contested, onSave, onTakeNewer }: StaleNoticeProps) => {
  const who = useWho(newer)
  return (
    <Alert
      severity="warning"
      // On a phone the buttons lie below the text, which would have a quarter of the width beside them.
      sx={{
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: { xs: '1 1 70%', sm: '0 1 auto' } },
      }}
      action={
        <>
          <Button color="inherit" size="small" onClick={onSave} sx={{ whiteSpace: 'nowrap' }}>
            Save mine
          </Button>
          <Button color="inherit" size="small" onClick={onTakeNewer} sx={{ whiteSpace: 'nowrap' }}>
            Discard mine
          </Button>
        </>
      }
    >
      <AlertTitle sx={{ mb: 0.5 }}>
        {who} {who === 'You' ? 'have' : 'has'} changed this task meanwhile
      </AlertTitle>
      {contested.length > 0
        ? `${who === 'Somebody else' ? 'They' : who} changed ${contested.map((field) => theirs(newer, field)).join(', ')}. What you entered is kept here: Save mine replaces their change with it.`
        : 'What you entered is kept, and everything else shows what they saved. Save mine to add yours.'}
    </Alert>
  )
}
