import { Alert, Box, Button, Card, Link as MuiLink, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { CreatorApplication } from '#shared/contract/index.ts'
import { creatorApplicationStatus, creatorApplicationStatusLabel } from '#shared/rules/statuses.ts'
import { answerDay } from '#lib/answer-date.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { PersonTier } from '#ui/person/PersonTier.tsx'
import { ApplyForm } from './ApplyForm.tsx'

type CreatorApplicationCardProps = {
  application: CreatorApplication
  onRefresh: () => void
  isRefreshing: boolean
  /** Whether the last refresh failed, so that an older state is shown. */
  hasFailed: boolean
}

const { pending, approved, rejected } = creatorApplicationStatus
const looks = {
  [pending]: { severity: 'info', text: 'A person will read it. You will find the answer here.' },
  [approved]: { severity: 'success', text: 'You can publish projects now.' },
  [rejected]: { severity: 'warning', text: 'It was not accepted this time. You may apply again.' },
} as const

/** When an answer comes, or that it is late. */
const answerText = (answerBy: string, now = Date.now()): string =>
  Date.parse(answerBy) > now
    ? `Answer by ${answerDay(answerBy, now)}.`
    : `The answer is late: it was due on ${answerDay(answerBy, now)}. The administrators have been reminded.`

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {name}
    </Box>
    <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </>
)

/** The viewer's own creator application: its state, and what they can do next. */
export const CreatorApplicationCard = ({
  application,
  onRefresh,
  isRefreshing,
  hasFailed,
}: CreatorApplicationCardProps) => {
  const { status, user, reason, createdAt, answerBy } = application
  const profile = paths.profile(user.username)
  return (
    <Card sx={{ p: 3, display: 'grid', gap: 2.5 }}>
      <Typography variant="panel" component="h2">
        Your application
      </Typography>
      <Alert severity={looks[status].severity} variant="outlined">
        {looks[status].text}
        {answerBy !== null && (
          <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
            {answerText(answerBy)}
          </Box>
        )}
        {reason && (
          <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
            The answer says: {reason}
          </Box>
        )}
      </Alert>
      {hasFailed && <Alert severity="error">The status could not be refreshed. This is its last known state.</Alert>}
      <Box
        component="dl"
        className="tabular"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 3, rowGap: 1 }}
      >
        <Row name="Username">
          <MuiLink component={Link} to={profile}>
            {user.username}
          </MuiLink>
        </Row>
        <Row name="Email">{user.email}</Row>
        <Row name="Tier">
          <PersonTier tier={user.tier} />
        </Row>
        <Row name="Status">{creatorApplicationStatusLabel(status)}</Row>
        <Row name="Applied">{formatDate(createdAt) ?? 'unknown'}</Row>
      </Box>
      {status === rejected && <ApplyForm label="Apply Again" marketLabel="Browse Projects" />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {status === approved && (
          <Button component={Link} to={paths.myProjects()} state={{ createFirst: true }} variant="contained">
            Create My First Project
          </Button>
        )}
        <Button component={Link} to={profile} variant="outlined">
          View My Profile
        </Button>
        <Button onClick={onRefresh} loading={isRefreshing}>
          Refresh Status
        </Button>
      </Box>
    </Card>
  )
}
