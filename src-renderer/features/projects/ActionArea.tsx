import { Box, Button, Chip, CircularProgress, Link as MuiLink, Typography } from '@mui/material'
import { CircleSlash, Clock, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ProjectRole } from '#shared/contract/index.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { answerLine } from '#lib/answer-date.ts'
import { paths } from '#lib/paths.ts'
import { radius, weight } from '#ui/look/tokens.ts'
import type { ActionView, RequestDates, Outcome } from './action-area.ts'
import { useOutcomeFocus } from './use-outcome-focus.ts'

export const RoleBadge = ({ role }: { role: ProjectRole }) => (
  <Chip size="small" variant="outlined" color="primary" label={roleLabels[role]} />
)

const State = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <Typography
    component="div"
    role="status"
    sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: weight.semibold, '& svg': { flex: 'none' } }}
  >
    {icon}
    {children}
  </Typography>
)

export type ActionAreaProps = {
  projectID: string
  view: ActionView
  isApplying: boolean
  /** The answer that is being sent, to show its button as busy. */
  answering: 'accept' | 'reject' | null
  /** The result of the last press in this dialog. */
  outcome: Outcome | null
  onApply: () => void
  /** Opens the sheet for a letter; null where Apply itself opens it, or there is none. */
  onWrite?: (() => void) | null
  /** Whether a letter was begun. */
  hasDraft?: boolean
  onWithdraw: () => void
  onAccept: () => void
  onReject: () => void
  onCheckAgain: () => void
}

const outcomeTexts: Readonly<Record<Outcome, string>> = {
  applied: 'Request Sent Successfully!',
  withdrawn: 'Your application is withdrawn.',
  accepted: 'You are part of this project now.',
  declined: 'Invitation declined.',
}

/** Says what a press has led to, and after an application what follows. It takes the focus when it appears. */
const OutcomeText = ({ outcome }: { outcome: Outcome }) => (
  <Box
    role="status"
    tabIndex={-1}
    data-outcome={outcome}
    sx={{ flex: '1 1 100%', textAlign: { md: 'right' }, borderRadius: radius.small }}
  >
    <Typography sx={{ fontWeight: weight.semibold, color: 'success.main' }}>{outcomeTexts[outcome]}</Typography>
    {outcome === 'applied' && (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        The project’s owner and admins decide. You will see their answer in My Projects, under{' '}
        <MuiLink component={Link} to={paths.myRequests('sent')}>
          Requests, Sent
        </MuiLink>
        .
      </Typography>
    )}
  </Box>
)

const PAUSED_ID = 'why-not-apply'

/** When the request was made and by when it is to be answered, from a server that says so. */
const AskedLine = ({ did, asked }: { did: string; asked: RequestDates | undefined }) => {
  const line = asked && answerLine(did, asked)
  return (
    line && (
      <Typography
        variant="body2"
        sx={{ flex: '1 1 100%', order: 1, color: 'text.secondary', textAlign: { md: 'right' } }}
      >
        {line}
      </Typography>
    )
  )
}

const iconSize = { size: 18, 'aria-hidden': true } as const

/** The viewer's access to the project and what they can do about it. */
export const ActionArea = (props: ActionAreaProps) => {
  const { view, isApplying, answering, outcome } = props
  const area = useOutcomeFocus<HTMLDivElement>(isApplying || answering !== null || view.kind === 'checking')
  return (
    <Box
      ref={area}
      tabIndex={-1}
      role="group"
      aria-label="Your application"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        justifyContent: { xs: 'space-between', md: 'flex-end' },
        // The result is above the buttons in this width, so that the title keeps its own.
        maxWidth: { md: 340 },
      }}
    >
      {outcome && <OutcomeText key={outcome} outcome={outcome} />}
      <Actions {...props} />
    </Box>
  )
}

type Acts = Omit<ActionAreaProps, 'view'>

const Invited = ({ view, ...props }: Acts & { view: Extract<ActionAreaProps['view'], { kind: 'invited' }> }) => (
  <>
    <State icon={<Mail {...iconSize} />}>
      You are invited
      {view.role && <RoleBadge role={view.role} />}
    </State>
    <AskedLine did="Invited" asked={view.asked} />
    {/* When the buttons need a line of their own they fill it. */}
    <Box sx={{ display: 'flex', gap: 1, flex: { xs: '1 1 auto', md: 'none' }, '& > *': { flex: '1 1 0' } }}>
      <Button
        variant="contained"
        onClick={props.onAccept}
        loading={props.answering === 'accept'}
        disabled={props.answering !== null}
      >
        Accept
      </Button>
      <Button variant="outlined" onClick={props.onReject} disabled={props.answering !== null}>
        Reject
      </Button>
    </Box>
  </>
)

const Paused = () => (
  <>
    <Button
      variant="contained"
      size="large"
      disabled
      aria-describedby={PAUSED_ID}
      sx={{ minWidth: 160, width: { xs: '100%', sm: 'auto' } }}
    >
      Apply
    </Button>
    <Typography
      id={PAUSED_ID}
      variant="body2"
      sx={{ flex: '1 1 100%', color: 'text.secondary', textAlign: { md: 'right' } }}
    >
      This project isn’t taking applications right now.
    </Typography>
  </>
)

const ApplyButtons = (props: Acts) => (
  <>
    <Button
      variant="contained"
      size="large"
      onClick={props.onApply}
      disabled={props.isApplying || props.answering !== null}
      aria-busy={props.isApplying}
      sx={{ minWidth: 160, width: { xs: '100%', sm: 'auto' } }}
    >
      {props.isApplying ? 'Requesting...' : 'Apply'}
    </Button>
    {props.onWrite && (
      <Button
        onClick={props.onWrite}
        disabled={props.isApplying || props.answering !== null}
        sx={{ width: { xs: '100%', sm: 'auto' } }}
      >
        {props.hasDraft ? 'Continue your letter' : 'Add a letter'}
      </Button>
    )}
  </>
)

const Actions = ({ view, ...props }: ActionAreaProps) => {
  switch (view.kind) {
    case 'checking':
      return (
        <State icon={<CircularProgress size={16} aria-hidden />}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Checking...
          </Box>
        </State>
      )
    case 'unknown':
      return (
        <Button variant="outlined" onClick={props.onCheckAgain}>
          Check again
        </Button>
      )
    case 'applied':
      return (
        <>
          <State icon={<Clock {...iconSize} />}>Applied</State>
          <AskedLine did="Applied" asked={view.asked} />
          <Button variant="outlined" onClick={props.onWithdraw} disabled={props.answering !== null}>
            Withdraw
          </Button>
        </>
      )
    case 'rejected':
      return <State icon={<CircleSlash {...iconSize} />}>Rejected</State>
    case 'invited':
      return <Invited {...props} view={view} />
    case 'member':
      return (
        <>
          {view.role && (
            <State>
              Your role
              <RoleBadge role={view.role} />
            </State>
          )}
          <Button variant="contained" component={Link} to={paths.project(props.projectID)}>
            Open project
          </Button>
        </>
      )
    case 'sent':
      // The outcome's text beside it says everything.
      return null
    case 'alreadyRequested':
      return <State icon={<Clock {...iconSize} />}>Already Applied</State>
    case 'closed':
      return <State icon={<CircleSlash {...iconSize} />}>Not open for applications</State>
    case 'paused':
      return <Paused />
    case 'apply':
      return <ApplyButtons {...props} />
  }
}
