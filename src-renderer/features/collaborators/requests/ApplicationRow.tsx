import { nameOf } from '#shared/rules/person.ts'
import { Box, Button, Checkbox, Link, Typography } from '@mui/material'
import { type LucideIcon, Mail, NotebookPen } from 'lucide-react'
import { Link as RouterLink, type LinkProps } from 'react-router-dom'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { tierLabels } from '#shared/rules/tiers.ts'
import { appliedLine, isDueSoon } from '#lib/answer-date.ts'
import { PersonAvatar } from '#ui/person/PersonAvatar.tsx'
import { RequestStatusDot } from '#ui/board/StatusDot.tsx'
import { clamp, visuallyHidden } from '#ui/look/text-looks.ts'
import { radius, shadow, weight } from '#ui/look/tokens.ts'
import { LabelSign } from './LabelChoice.tsx'
import { labelText } from '../data/private-labels.ts'

const Sign = ({ icon: Icon, says }: { icon: LucideIcon; says: string }) => (
  <Box component="span" title={says} sx={{ display: 'inline-flex' }}>
    <Icon size={14} aria-hidden />
    <Box component="span" sx={visuallyHidden}>
      {says}
    </Box>
  </Box>
)

export type RowActs = {
  approve: (request: ProjectRequest) => void
  reject: (request: ProjectRequest) => void
  select: (request: ProjectRequest, isSelected: boolean) => void
}
/** Who applies, in a few words: what they do, their tier, what they bring along, and how their letter begins. */
const Brief = ({ applicant }: { applicant: NonNullable<ProjectRequest['applicant']> }) => {
  const { headline, tier, skillsInCommon, opening } = applicant
  const common = skillsInCommon.length > 0 && `Matches ${skillsInCommon.join(', ')}`
  return (
    <>
      <Typography variant="note" dir="auto" sx={{ ...clamp(1), overflowWrap: 'anywhere' }}>
        {[tierLabels[tier], common, headline].filter(Boolean).join(' · ')}
      </Typography>
      {opening && (
        <Typography variant="note" dir="auto" sx={{ ...clamp(1), color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {opening}
        </Typography>
      )}
    </>
  )
}

type SignsProps = { request: ProjectRequest; isNarrow: boolean }
/** The state of an application, its private label, and whether it has a letter and notes. */
const Signs = ({ request: { status, label, hasLetter, hasNotes }, isNarrow }: SignsProps) => (
  <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.25, typography: 'note' }}>
    <Box
      sx={{
        display: 'flex',
        flexDirection: isNarrow ? 'column-reverse' : 'row',
        alignItems: isNarrow ? 'end' : 'center',
        gap: 0.75,
      }}
    >
      <Box sx={{ display: 'flex', gap: 0.75, color: 'text.secondary' }}>
        {hasLetter && <Sign icon={Mail} says="Has a letter" />}
        {hasNotes && <Sign icon={NotebookPen} says="Has private notes" />}
      </Box>
      <RequestStatusDot status={status} />
    </Box>
    {label !== 'none' && (
      <Box
        component="span"
        title="Private: only owners and admins see it"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: weight.semibold }}
      >
        <LabelSign label={label} size={14} />
        {labelText[label]}
        <Box component="span" sx={visuallyHidden}>
          , private label
        </Box>
      </Box>
    )}
  </Box>
)

type ApplicationRowProps = {
  request: ProjectRequest
  link: Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'>
  isOpened: boolean
  isSelected: boolean
  /** A heading above the row names its task. */
  isBelowTask: boolean
  /** The answers go below: the list shares its room with the reader. */
  isNarrow: boolean
  /** An answer to it is on its way. */
  isPending: boolean
  /** Why the last answer to several left it as it was. */
  refused: string | undefined
  acts: RowActs
}

/** Beside the reader and on a phone, what somebody says is below their name. */
const stacked = { gridTemplateColumns: 'auto minmax(0, 1fr) auto', columnGap: 1, alignItems: 'start', py: 1 } as const
/** A row of two lines: 56 px. */
const inColumns = {
  gridTemplateColumns: 'auto minmax(0, 7fr) minmax(0, 6fr) 108px 144px',
  columnGap: 2,
  alignItems: 'center',
  minHeight: 56,
  py: 0.5,
} as const

/** An application in the list: who, when, its private label, and the answers that need no reading. */
export const ApplicationRow = (props: ApplicationRowProps) => {
  const { request, link, isOpened, isSelected, isBelowTask, isNarrow, isPending, refused, acts } = props
  const { id, username, status, applicant, answerBy, task } = request
  const isOpen = status === requestStatus.pending
  const shown = nameOf(request)
  const forTask = task ? ` for task #${task.taskId}` : ''
  const brief = (
    <>
      {task && !isBelowTask && (
        <Typography variant="note" dir="auto" sx={{ ...clamp(1), overflowWrap: 'anywhere' }}>
          Task #{task.taskId} · {task.title}
        </Typography>
      )}
      {applicant && <Brief applicant={applicant} />}
    </>
  )
  return (
    <Box
      component="article"
      aria-label={`Request of ${shown}${forTask}`}
      sx={{
        display: 'grid',
        ...(isNarrow ? stacked : inColumns),
        px: 1.5,
        '&:hover': { bgcolor: 'action.hover' },
        ...(isOpened && { bgcolor: 'action.hover', boxShadow: shadow.activeRow }),
      }}
    >
      <Checkbox
        size="small"
        checked={isSelected}
        disabled={!isOpen}
        onChange={(_event, isChecked) => acts.select(request, isChecked)}
        slotProps={{ input: { 'aria-label': `Select ${shown}${forTask}` } }}
        sx={{ mt: isNarrow ? -0.25 : 0, visibility: isOpen ? 'visible' : 'hidden' }}
      />
      <Box sx={{ display: 'flex', alignItems: isNarrow ? 'start' : 'center', gap: 1.5, minWidth: 0 }}>
        <PersonAvatar name={shown} username={username} size={36} />
        <Box sx={{ minWidth: 0 }}>
          <Link
            component={RouterLink}
            {...link}
            data-application={id}
            aria-current={isOpened || undefined}
            color="inherit"
            underline="hover"
            sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere', borderRadius: radius.small }}
          >
            {shown}
            <Box component="span" sx={visuallyHidden}>
              , read the application{forTask}
            </Box>
          </Link>
          <Typography variant="note" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {appliedLine(request)}
            {isOpen && isDueSoon(answerBy) && (
              <Box component="span" sx={{ color: 'error.main', fontWeight: weight.semibold }}>
                {' · less than a day left'}
              </Box>
            )}
          </Typography>
          {isNarrow && brief}
        </Box>
      </Box>
      {!isNarrow && <Box sx={{ minWidth: 0 }}>{brief}</Box>}
      <Signs request={request} isNarrow={isNarrow} />
      {isOpen && (
        <Box
          role="group"
          aria-label={`Answer to ${shown}${forTask}`}
          sx={{
            gridColumn: isNarrow ? '2 / 4' : 5,
            gridRow: isNarrow ? 'auto' : 1,
            display: 'flex',
            gap: 0.5,
            ...(isNarrow && { mt: 0.5, pl: 6 }),
          }}
        >
          <Button size="small" variant="outlined" disabled={isPending} onClick={() => acts.approve(request)}>
            Approve
          </Button>
          <Button size="small" color="inherit" disabled={isPending} onClick={() => acts.reject(request)}>
            Reject
          </Button>
        </Box>
      )}
      {refused && (
        <Typography
          role="alert"
          variant="note"
          sx={{ gridColumn: '2 / -1', mt: 0.5, color: 'error.main', overflowWrap: 'anywhere' }}
        >
          Not done: {refused}
        </Typography>
      )}
    </Box>
  )
}
