import { Box, Card, Chip, Typography } from '@mui/material'
import { CalendarDays, Clock, Hourglass, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { OpenTask, SavedTask } from '#shared/contract/open-tasks.ts'
import { firstParagraph } from '#shared/rules/first-paragraph.ts'
import { useCapability } from '#data/capabilities.ts'
import { rewardAmount } from '#lib/amounts.ts'
import { formatDay } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { focusRing } from '#ui/look/focus-ring.ts'
import { clamp } from '#ui/look/text-looks.ts'
import { hoverMotion, size, weight } from '#ui/look/tokens.ts'
import { PayerLines } from '#ui/person/RecordLines.tsx'
import { SkillChips } from '#ui/person/SkillChips.tsx'

const SKILLS_SHOWN = 4
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The reward in words: an amount, or that there is none. */
export const shownReward = ({ amountCents, currency }: Pick<OpenTask, 'amountCents' | 'currency'>): string =>
  amountCents > 0 ? rewardAmount(amountCents, currency) : 'No reward: for reputation'

const factsOf = ({ hours, dueOn, leaseDays }: OpenTask): Array<{ Icon: LucideIcon; text: string }> => [
  ...(hours === null ? [] : [{ Icon: Clock, text: counted(hours, 'hour') }]),
  ...(dueOn === null ? [] : [{ Icon: CalendarDays, text: `Due ${formatDay(dueOn)}` }]),
  { Icon: Hourglass, text: `Yours for ${counted(leaseDays, 'day')}` },
]

/** What a task asks for beside its reward, in one line that wraps. */
export const TaskFacts = ({ task }: { task: OpenTask }) => (
  <Box
    component="ul"
    aria-label="At a glance"
    sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}
  >
    {factsOf(task).map(({ Icon, text }) => (
      <Box
        component="li"
        key={text}
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, typography: 'body2', color: 'text.secondary' }}
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
        {text}
      </Box>
    ))}
  </Box>
)

const look = {
  display: 'grid',
  gap: 0.75,
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  p: { xs: 2, sm: 2.5 },
  transition: hoverMotion,
  position: 'relative',
  '&:hover': { borderColor: 'primary.main' },
  '&:has(a[data-row]:focus-visible)': { outline: focusRing, outlineOffset: 2 },
  // The whole card is the link's; what else can be pressed would lie above it.
  '& a[data-row]::after': { content: '""', position: 'absolute', inset: 0 },
  '& a[data-row]:focus-visible': { outline: 'none' },
} as const

/** A task of the list: its title opens it, and so does a press anywhere on the card. */
export const OpenTaskCard = ({ task }: { task: OpenTask | SavedTask }) => {
  const isTaken = 'state' in task && task.state === 'taken'
  const hasRecords = useCapability('records', true)
  return (
    <Card component="article" aria-label={task.title} sx={look}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, rowGap: 0.25 }}>
        <Typography variant="h3" component="h2" sx={{ ...clamp(2), flex: '1 1 200px' }}>
          <Box
            component={Link}
            to={paths.openTask(task.id)}
            data-row
            sx={{ color: 'text.primary', textDecoration: 'none' }}
          >
            {task.title}
          </Box>
        </Typography>
        <Box className="tabular" sx={{ fontWeight: weight.semibold }}>
          {shownReward(task)}
        </Box>
      </Box>
      <Box sx={{ fontSize: size.note, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {task.project.title}
        {task.mode === 'apply' && ' · By application'}
      </Box>
      {hasRecords && (
        <Box sx={{ fontSize: size.note, color: 'text.secondary' }}>
          <PayerLines record={task.payerRecord} />
        </Box>
      )}
      <TaskFacts task={task} />
      {task.description.trim() !== '' && (
        <Typography variant="body2" sx={clamp(2)}>
          {firstParagraph(task.description)}
        </Typography>
      )}
      {task.skills.length > 0 && <SkillChips skills={task.skills} max={SKILLS_SHOWN} />}
      {isTaken ? (
        <Box sx={{ mt: 0.5 }}>
          <Chip size="small" label="Taken" />
        </Box>
      ) : (
        task.whyNot && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {task.whyNot.text}
          </Typography>
        )
      )}
    </Card>
  )
}
