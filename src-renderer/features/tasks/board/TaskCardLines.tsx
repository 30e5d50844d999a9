import { Box } from '@mui/material'
import * as calendar from 'lucide-react/icons/calendar-days'
import * as flag from 'lucide-react/icons/flag'
import * as listChecks from 'lucide-react/icons/list-checks'
import * as messageSquare from 'lucide-react/icons/message-square'
import type { Label, Task } from '#shared/contract/index.ts'
import { iconBefore } from '#ui/look/icon-mask.ts'
import { LabelChips } from '#ui/board/LabelChips.tsx'
import { weight } from '#ui/look/tokens.ts'
import { dueText, isOverdue, labelsOf, priorityColours, priorityLabels } from '../data/task-facts.ts'

const line = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, overflow: 'hidden' } as const

const fact = { display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' } as const
const ICON_PX = 13
/** The pixels that the narrowest card has for its labels. */
const CARD_ROOM = 222
const looks = {
  due: { ...fact, ...iconBefore(calendar, ICON_PX), color: 'text.secondary' },
  overdue: { ...fact, ...iconBefore(calendar, ICON_PX), color: 'error.main' },
  priority: { ...fact, ...iconBefore(flag, ICON_PX), color: priorityColours.medium },
  high: { ...fact, ...iconBefore(flag, ICON_PX), color: priorityColours.high },
  urgent: { ...fact, ...iconBefore(flag, ICON_PX), color: priorityColours.urgent, fontWeight: weight.semibold },
  done: { ...fact, ...iconBefore(listChecks, ICON_PX), color: 'text.secondary' },
  comments: { ...fact, ...iconBefore(messageSquare, ICON_PX), color: 'text.secondary' },
} as const

const Fact = ({ look, said, children }: { look: keyof typeof looks; said?: string; children: string }) => (
  <Box
    component="span"
    className="tabular"
    sx={looks[look]}
    {...(said !== undefined && { role: 'img', 'aria-label': said })}
  >
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
          {due !== null && <Fact look={isOverdue(task) ? 'overdue' : 'due'}>{due}</Fact>}
          {priority !== 'none' && (
            <Fact
              look={priority === 'high' || priority === 'urgent' ? priority : 'priority'}
              said={`Priority ${priorityLabels[priority]}`}
            >
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
        </Box>
      )}
      {(task.labelIDs ?? []).length > 0 && (
        // While the names are on their way the line keeps its room.
        <Box sx={{ ...line, minHeight: '1.25rem' }}>
          <LabelChips labels={own} room={CARD_ROOM} lines={1} />
        </Box>
      )}
    </>
  )
}
