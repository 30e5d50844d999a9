import { Box } from '@mui/material'
import { Banknote, CalendarDays, Clock, ListTodo, type LucideIcon, Send, Users } from 'lucide-react'
import type { Offer } from '#shared/contract/index.ts'
import { dateOf } from '#shared/rules/deadline.ts'
import { budgetText } from '#lib/amounts.ts'
import { openTasksText } from '#shared/rules/open-tasks-text.ts'
import { tierBadge } from '#shared/rules/tiers.ts'
import { formatDay } from '#lib/format.ts'
import { dateLocale } from '#lib/locale.ts'
import { weight } from '../look/tokens.ts'

/** A deadline as people read it: a date in words, or the words in its place. */
export const shownDay = (deadline: string | null): string => {
  const date = dateOf(deadline ?? '')
  return date ? formatDay(date) : (deadline ?? '').trim()
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const factsOf = (offer: Offer, tier: string): Array<{ Icon: LucideIcon; text: string; isStrong?: boolean }> => [
  ...(offer.openTasks ? [{ Icon: ListTodo, text: openTasksText(offer.openTasks, dateLocale), isStrong: true }] : []),
  ...(offer.budget?.trim() ? [{ Icon: Banknote, text: budgetText(offer.budget, offer.currency), isStrong: true }] : []),
  { Icon: Clock, text: `${offer.weeklyHours > 0 ? offer.weeklyHours : tierBadge(tier).hours} hours/week` },
  ...(offer.deadline?.trim() ? [{ Icon: CalendarDays, text: `Due ${shownDay(offer.deadline)}` }] : []),
  { Icon: Users, text: `Team of ${offer.teamSize}` },
  {
    Icon: Send,
    text: offer.applicants === 0 ? 'No applicants yet' : counted(offer.applicants, 'applicant', 'applicants'),
  },
]

/** What people choose a project by: open tasks, pay, hours, deadline, the size of the team and how many others have applied. */
export const ProjectFacts = ({ offer, tier }: { offer: Offer; tier: string }) => (
  <Box
    component="ul"
    aria-label="At a glance"
    sx={{
      listStyle: 'none',
      m: 0,
      p: 0,
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 2,
      rowGap: 0.5,
      typography: 'body2',
      color: 'text.secondary',
    }}
  >
    {factsOf(offer, tier).map(({ Icon, text, isStrong }) => (
      <Box
        component="li"
        key={text}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.75,
          minWidth: 0,
          overflowWrap: 'anywhere',
          ...(isStrong && { color: 'text.primary', fontWeight: weight.semibold }),
        }}
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
        {text}
      </Box>
    ))}
  </Box>
)
