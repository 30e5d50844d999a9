import Box from '@mui/material/Box'
import { CalendarDays, Flag, ListChecks, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Label, Task } from '../../../shared/contract/index.ts'
import { LabelChip } from '../../ui/LabelChip.tsx'
import { dueText, isOverdue, labelsOf, priorityLabels } from './task-facts.ts'

const line = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, overflow: 'hidden' } as const

const Fact = ({
  icon,
  said,
  colour,
  children,
}: {
  icon: ReactNode
  said?: string
  colour?: string
  children: string
}) => (
  <Box
    component="span"
    className="tabular"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 0.5,
      whiteSpace: 'nowrap',
      color: colour ?? 'text.secondary',
    }}
    {...(said !== undefined && { role: 'img', 'aria-label': said })}
  >
    {icon}
    {children}
  </Box>
)

/** What a card says of due date, priority, ticked lines, comments and labels: only what is set. */
export const TaskCardLines = ({ task, labels }: { task: Task; labels: readonly Label[] }) => {
  const due = dueText(task)
  const { priority = 'none', doneOf, comments } = task
  const own = labelsOf(task, labels)
  const hasLine = due !== null || priority !== 'none' || Boolean(doneOf) || Boolean(comments)
  return (
    <>
      {hasLine && (
        <Box sx={line}>
          {due !== null && (
            <Fact icon={<CalendarDays size={13} aria-hidden />} {...(isOverdue(task) && { colour: 'error.main' })}>
              {due}
            </Fact>
          )}
          {priority !== 'none' && (
            <Fact icon={<Flag size={13} aria-hidden />} said={`Priority ${priorityLabels[priority]}`}>
              {priorityLabels[priority]}
            </Fact>
          )}
          {doneOf && (
            <Fact
              icon={<ListChecks size={13} aria-hidden />}
              said={`${doneOf[0] ?? 0} of ${doneOf[1] ?? 0} lines done`}
            >
              {`${doneOf[0] ?? 0}/${doneOf[1] ?? 0}`}
            </Fact>
          )}
          {Boolean(comments) && (
            <Fact
              icon={<MessageSquare size={13} aria-hidden />}
              said={comments === 1 ? '1 comment' : `${comments} comments`}
            >
              {String(comments)}
            </Fact>
          )}
        </Box>
      )}
      {(task.labelIDs ?? []).length > 0 && (
        // While the names are on their way the line keeps its room.
        <Box sx={{ ...line, gap: 0.5, minHeight: '1.25rem' }}>
          {own.map(({ id, name, colour }) => (
            <LabelChip key={id} name={name} colour={colour} />
          ))}
        </Box>
      )}
    </>
  )
}
