import { Box, Button, IconButton, Typography } from '@mui/material'
import { ArrowLeft, BellOff, Check, Clock, ExternalLink, MailOpen } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'
import type { Notice, NoticeView } from '#shared/contract/notifications.ts'
import { noticeGroupText } from '#shared/rules/notice-groups.ts'
import { isOfSeveral, lastSentence, noticeSentence } from '#shared/rules/notice-text.ts'
import { formatMoment } from '#lib/format.ts'
import { RejectionNote } from '#ui/project/RejectionNote.tsx'
import { PAGE_WIDTH, radius } from '#ui/look/tokens.ts'
import { thingOf } from './thing.ts'

/** The acts on a notice, by key and by button. */
export type Acts = {
  done: () => void
  unread: () => void
  mute: () => void
  snooze: (anchor: HTMLElement) => void
}

const Gone = ({ onDone }: { onDone: () => void }) => (
  <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 2, px: 3, py: 8 }}>
    <Typography variant="h3" component="p">
      This is no longer there.
    </Typography>
    <Button variant="contained" onClick={onDone}>
      Done
    </Button>
  </Box>
)

const applications = { text: 'Administrators answer it in Administration.', open: 'Open the applications' }

/** What such a notice says beside its sentence, and what its button is called, by its kind. */
const pages: Readonly<Partial<Record<string, { text: string; open: string }>>> = {
  'creatorApplication.sent': applications,
  'creatorApplication.reminded': applications,
  'dispute.reminded': { text: 'Administrators rule it in Administration.', open: 'Open the dispute' },
  'report.decided': { text: 'You can read what was decided and why.', open: 'Read the decision' },
  'report.made': { text: 'Administrators decide it in Administration.', open: 'Open the reports' },
  'waitlist.wanted': { text: 'Administrators let people in on the waitlist.', open: 'Open the waitlist' },
  'report.appealed': { text: 'Administrators decide it in Administration.', open: 'Open the reports' },
  'rating.due': { text: 'You give it in My Work.', open: 'Open My Work' },
  'rating.revealed': { text: 'It is on the profile of the person it is about.', open: 'Read the review' },
  'tasks.assigned': { text: 'The board shows your tasks.', open: 'Open the tasks' },
}
/** A notice about one's own application to a task, which has a page of its own. */
const openTask = { text: 'Your application is on the page of the task.', open: 'Open the task' }
const ownApplication = { text: 'Your creator application has its own page.', open: 'Open the application' }

/** What a notice without a task, a request or a project of its own says beside its sentence. */
const Told = ({ notice }: { notice: Notice }) => {
  const page =
    thingOf(notice).kind === 'page'
      ? (pages[notice.kind] ?? (notice.requestID === null ? ownApplication : openTask))
      : null
  const over =
    notice.kind === 'account.passwordChanged'
      ? 'If this wasn’t you, sign out and choose “Forgot password?” now: that ends all other sessions.'
      : 'There is nothing more to open.'
  return (
    <Box sx={{ px: { xs: 2, md: 3 }, py: 3, display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{page?.text ?? over}</Typography>
      {page && (
        <Button variant="contained" component={Link} to={notice.address}>
          {page.open}
        </Button>
      )}
    </Box>
  )
}

const BackToList = ({ onBack }: { onBack: () => void }) => (
  <IconButton aria-label="Back to the list" onClick={onBack} edge="start" sx={{ display: { md: 'none' } }}>
    <ArrowLeft size={20} />
  </IconButton>
)

type InboxPaneProps = {
  paneRef: Ref<HTMLElement>
  view: NoticeView
  /** The opened notice; `gone` where the list does not have it, null while nothing is opened. */
  opened: Notice | 'gone' | null
  acts: Acts
  onBack: () => void
  /** Draws the task, the request or the project; `gone` stands in for one that is no longer there. */
  drawThing: (notice: Notice, gone: ReactNode) => ReactNode
}

const icon = { size: 18, 'aria-hidden': true } as const

/** What can be done with the opened notice. */
const NoticeBar = ({
  view,
  notice,
  acts,
  onBack,
}: Pick<InboxPaneProps, 'view' | 'acts' | 'onBack'> & { notice: Notice }) => (
  <Box
    role="group"
    aria-label="What to do with the notice"
    sx={{
      position: 'sticky',
      top: 0,
      zIndex: 2,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 0.5,
      px: { xs: 2, md: 2 },
      py: 1,
      bgcolor: 'background.paper',
      borderBottom: 1,
      borderColor: 'divider',
      // On a phone the words alone fit into one line.
      '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
      '& .MuiButton-root': { minWidth: 0 },
    }}
  >
    <BackToList onBack={onBack} />
    {view !== 'done' && (
      <Button size="small" startIcon={<Check {...icon} />} onClick={acts.done}>
        Done
      </Button>
    )}
    {view !== 'done' && (
      <Button
        size="small"
        color="inherit"
        aria-haspopup="menu"
        startIcon={<Clock {...icon} />}
        onClick={(event) => acts.snooze(event.currentTarget)}
      >
        Snooze
      </Button>
    )}
    <Button size="small" color="inherit" startIcon={<MailOpen {...icon} />} onClick={acts.unread}>
      Unread
    </Button>
    {notice.task && (
      <Button size="small" color="inherit" startIcon={<BellOff {...icon} />} onClick={acts.mute}>
        Mute
      </Button>
    )}
    <IconButton
      component={Link}
      to={notice.address}
      aria-label="Open on its own page"
      title="Open on its own page"
      sx={{ ml: 'auto' }}
    >
      <ExternalLink size={18} />
    </IconButton>
  </Box>
)

/** The opened notice: what can be done with it, what it says, and the thing itself. */
export const InboxPane = ({ paneRef, view, opened, acts, onBack, drawThing }: InboxPaneProps) => (
  <Box
    component="section"
    ref={paneRef}
    tabIndex={-1}
    aria-label="Opened notice"
    sx={{ minWidth: 0, minHeight: 0, overflowY: 'auto', outline: 'none', bgcolor: 'background.paper' }}
  >
    {opened === null && <NothingOpened />}
    {opened === 'gone' && (
      <>
        <Box sx={{ display: { md: 'none' }, px: 2, py: 1 }}>
          <BackToList onBack={onBack} />
        </Box>
        <Gone onDone={acts.done} />
      </>
    )}
    {opened !== null && opened !== 'gone' && (
      <>
        <NoticeBar view={view} notice={opened} acts={acts} onBack={onBack} />
        <Box sx={{ maxWidth: PAGE_WIDTH }}>
          <Box sx={{ px: { xs: 2, md: 3 }, pt: 2.5, pb: 1 }}>
            <Typography variant="panel" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {noticeSentence(opened)}
            </Typography>
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {[
                noticeGroupText[opened.group].label,
                ...(isOfSeveral(opened) ? [lastSentence(opened)] : []),
                ...((opened.task || opened.kind === 'task.deleted') && opened.project ? [opened.project.title] : []),
                formatMoment(opened.updatedAt),
                ...(opened.snoozedUntil ? [`Snoozed until ${formatMoment(opened.snoozedUntil)}`] : []),
              ].join(' · ')}
            </Typography>
          </Box>
          {opened.rejection && (
            <Box sx={{ px: { xs: 2, md: 3 }, pb: 1 }}>
              <RejectionNote rejection={opened.rejection} />
            </Box>
          )}
          {drawThing(opened, <Gone onDone={acts.done} />) ?? <Told notice={opened} />}
        </Box>
      </>
    )}
  </Box>
)

const keys = [
  ['J K', 'next and previous'],
  ['Enter', 'open'],
  ['E', 'done'],
  ['H', 'snooze'],
  ['U', 'unread'],
  ['Shift U', 'all read'],
  ['M', 'mute the task'],
] as const

const NothingOpened = () => (
  <Box sx={{ height: '100%', display: 'grid', placeContent: 'center', gap: 3, p: 3 }}>
    <Typography sx={{ color: 'text.secondary', textAlign: 'center' }}>Choose a notice to see it here.</Typography>
    <Box
      component="dl"
      aria-label="Keys of the inbox"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'auto auto',
        columnGap: 2,
        rowGap: 1,
        justifyContent: 'center',
      }}
    >
      {keys.map(([key, act]) => (
        <Box key={key} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ textAlign: 'right' }}>
            <Box
              component="kbd"
              sx={{
                typography: 'note',
                px: 0.75,
                py: 0.25,
                border: 1,
                borderColor: 'divider',
                borderRadius: radius.small,
              }}
            >
              {key}
            </Box>
          </Box>
          <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
            {act}
          </Typography>
        </Box>
      ))}
    </Box>
  </Box>
)
