import { Box, ButtonBase, Typography } from '@mui/material'
import {
  AtSign,
  CalendarClock,
  CircleDollarSign,
  Eye,
  Inbox,
  type LucideIcon,
  ShieldCheck,
  UserPlus,
} from 'lucide-react'
import type { Notice, NoticeGroup } from '#shared/contract/notifications.ts'
import { noticeGroupText } from '#shared/rules/notice-groups.ts'
import { isOfSeveral, lastSentence, noticeSentence } from '#shared/rules/notice-text.ts'
import { nameOf } from '#shared/rules/person.ts'
import { Link, type LinkProps } from 'react-router-dom'
import { formatMoment, shortAge } from '#lib/format.ts'
import { clamp, visuallyHidden } from '#ui/look/text-looks.ts'
import { radius, shadow, weight } from '#ui/look/tokens.ts'

const icons: Readonly<Record<NoticeGroup, LucideIcon>> = {
  direct: AtSign,
  requests: UserPlus,
  review: Inbox,
  money: CircleDollarSign,
  deadlines: CalendarClock,
  following: Eye,
  account: ShieldCheck,
}

/** Text that only a screen reader reads, between what everybody sees. */
const Said = ({ children }: { children: string }) => (
  <Box component="span" sx={visuallyHidden}>
    {children}
  </Box>
)

/** Who did it, where the sentence does not say so. */
const actorOf = (notice: Notice): string =>
  notice.actor && !lastSentence(notice).includes(nameOf(notice.actor)) ? `by ${nameOf(notice.actor)}, ` : ''

/** The line below the sentence: what happened last where it is about several, else where it happened. */
const detailOf = (notice: Notice): string => {
  const where = notice.task || notice.kind === 'task.deleted' ? notice.project?.title : undefined
  return [noticeGroupText[notice.group].label, isOfSeveral(notice) ? lastSentence(notice) : where]
    .filter(Boolean)
    .join(' · ')
}

type NoticeRowProps = Pick<LinkProps, 'to' | 'state' | 'preventScrollReset' | 'onClick'> & {
  notice: Notice
  isOpened?: boolean
}

/** A notice as a link: its group's sign, what happened, where, and when. An unread one is bold and has a dot. */
export const NoticeRow = ({ notice, isOpened = false, ...link }: NoticeRowProps) => {
  const Icon = icons[notice.group]
  const { isUnread } = notice
  return (
    <ButtonBase
      component={Link}
      {...link}
      data-notice={notice.id}
      aria-current={isOpened || undefined}
      sx={{
        width: '100%',
        display: 'grid',
        gridTemplateColumns: '32px minmax(0, 1fr) auto',
        columnGap: 1.5,
        alignItems: 'start',
        textAlign: 'left',
        px: 2,
        py: 1.5,
        color: 'text.primary',
        '&:hover': { bgcolor: 'action.hover' },
        '&.Mui-focusVisible': { outlineOffset: -2 },
        ...(isOpened && { bgcolor: 'action.selected', boxShadow: shadow.activeRow }),
      }}
    >
      <Box
        sx={{
          width: 32,
          height: 32,
          display: 'grid',
          placeItems: 'center',
          borderRadius: radius.circle,
          bgcolor: isUnread
            ? 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, var(--mui-palette-background-paper))'
            : 'action.hover',
          color: isUnread ? 'primary.main' : 'text.secondary',
        }}
      >
        <Icon size={16} aria-hidden />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography
          component="span"
          variant="body2"
          sx={{
            ...clamp(2),
            fontWeight: isUnread ? weight.semibold : weight.regular,
            color: isUnread ? 'text.primary' : 'text.secondary',
          }}
        >
          {isUnread && <Said>Unread, </Said>}
          {noticeSentence(notice)}
          <Said>, </Said>
        </Typography>
        <Typography component="span" variant="note" sx={{ ...clamp(1), mt: 0.25, color: 'text.secondary' }}>
          {detailOf(notice)}
          <Said>{`, ${actorOf(notice)}`}</Said>
        </Typography>
      </Box>
      <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.75, pt: 0.25 }}>
        <Typography
          component="time"
          variant="note"
          dateTime={notice.updatedAt}
          title={formatMoment(notice.updatedAt)}
          className="tabular"
          sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}
        >
          <span aria-hidden>{shortAge(notice.updatedAt)}</span>
          <Said>{formatMoment(notice.updatedAt)}</Said>
        </Typography>
        {isUnread && (
          <Box data-fill sx={{ width: 8, height: 8, borderRadius: radius.circle, bgcolor: 'primary.main' }} />
        )}
      </Box>
    </ButtonBase>
  )
}
