import { styled } from '@mui/material'
import * as calendar from 'lucide-react/icons/calendar-days'
import * as flag from 'lucide-react/icons/flag'
import * as listChecks from 'lucide-react/icons/list-checks'
import * as messageSquare from 'lucide-react/icons/message-square'
import type { Label, Task, TaskPriority } from '#shared/contract/index.ts'
import { useToday } from '#lib/use-today.ts'
import { iconBefore } from '#ui/look/icon-mask.ts'
import { LabelChips } from '#ui/board/LabelChips.tsx'
import { weight } from '#ui/look/tokens.ts'
import { dueText, isOverdue, labelsOf, priorityLabels } from '../data/task-facts.ts'

const ICON_PX = 13
/** The pixels that the narrowest card has for its labels. */
const CARD_ROOM = 222
/** How important a priority looks. */
const levels: Partial<Record<TaskPriority, string>> = { high: 'high', urgent: 'urgent' }

const Line = styled('div')({ display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, overflow: 'hidden' })
/** A board draws hundreds of facts: their line has the looks of all of them, made once. */
const Facts = styled(Line)({
  '& > span': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    whiteSpace: 'nowrap',
    color: 'var(--mui-palette-text-secondary)',
  },
  '& > .due, & > .overdue': iconBefore(calendar, ICON_PX),
  '& > .priority': iconBefore(flag, ICON_PX),
  '& > .done': iconBefore(listChecks, ICON_PX),
  '& > .comments': iconBefore(messageSquare, ICON_PX),
  '& > .overdue': { color: 'var(--mui-palette-error-main)' },
  '& > .high': { color: 'var(--mui-palette-warning-main)' },
  '& > .urgent': { color: 'var(--mui-palette-error-main)', fontWeight: weight.semibold },
})

const Fact = ({ look, said, children }: { look: string; said?: string; children: string }) => (
  <span className={`tabular ${look}`} {...(said !== undefined && { role: 'img', 'aria-label': said })}>
    {children}
  </span>
)

/** What a card says of due date, priority, ticked lines, comments and labels: only what is set. */
export const TaskCardLines = ({ task, labels }: { task: Task; labels: readonly Label[] }) => {
  const now = useToday()
  const due = dueText(task, now)
  const { priority = 'none', doneOf, comments } = task
  const own = labelsOf(task, labels)
  const hasLine = due !== null || priority !== 'none' || Boolean(doneOf) || Boolean(comments)
  return (
    <>
      {hasLine && (
        <Facts>
          {due !== null && <Fact look={isOverdue(task, now) ? 'overdue' : 'due'}>{due}</Fact>}
          {priority !== 'none' && (
            <Fact look={`priority ${levels[priority] ?? ''}`} said={`Priority ${priorityLabels[priority]}`}>
              {priorityLabels[priority]}
            </Fact>
          )}
          {doneOf && (
            <Fact look="done" said={`${doneOf[0] ?? 0} of ${doneOf[1] ?? 0} lines done`}>
              {`${doneOf[0] ?? 0}/${doneOf[1] ?? 0}`}
            </Fact>
          )}
          {Boolean(comments) && (
            <Fact look="comments" said={comments === 1 ? '1 comment' : `${comments} comments`}>
              {String(comments)}
            </Fact>
          )}
        </Facts>
      )}
      {(task.labelIDs ?? []).length > 0 && (
        // While the names are on their way the line keeps its room.
        <Line style={{ minHeight: '1.25rem' }}>
          <LabelChips labels={own} room={CARD_ROOM} lines={1} />
        </Line>
      )}
    </>
  )
}
