import { Box, Button, Link as TextLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Due, OWN_DUES_MAX } from '#shared/contract/dues.ts'
import type { ComingReward, EarningsLine } from '#shared/contract/earnings.ts'
import { nameOf } from '#shared/rules/person.ts'
import { ownDuesQuery } from '#data/rewards.ts'
import { isApiError } from '#lib/api.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { weight } from '#ui/look/tokens.ts'
import { OnlyWithPayouts } from './OnlyWithPayouts.tsx'
import { earningsQuery } from './queries.ts'
import { byMonthAndProject, comingText, moneyOf, owedToMe, sumsOf, whatOfLine } from './texts.ts'

const quiet = { color: 'text.secondary' } as const

type RowProps = { what: ReactNode; below: string; isRed?: boolean; amount: string; more?: ReactNode }
const Row = ({ what, below, isRed = false, amount, more }: RowProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 1.5,
      py: 1.25,
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography variant="body2">{what}</Typography>
      <Typography variant="body2" sx={isRed ? { color: 'error.main' } : quiet}>
        {below}
      </Typography>
    </Box>
    <Typography className="tabular" sx={{ fontWeight: weight.semibold }}>
      {amount}
    </Typography>
    {more}
  </Box>
)

type ListProps = { title: string; sum: string; children: ReactNode; note?: string | null }
const Listed = ({ title, sum, children, note = null }: ListProps) => (
  <TitledCard
    title={title}
    level={2}
    action={
      <Typography component="span" variant="body2" className="tabular" sx={quiet}>
        {sum}
      </Typography>
    }
  >
    <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
    {note !== null && (
      <Typography variant="body2" sx={{ ...quiet, mt: 1.5 }}>
        {note}
      </Typography>
    )}
  </TitledCard>
)

const Loading = () => (
  <DelayedSkeleton>
    <Box role="img" aria-label="Loading your earnings" sx={{ display: 'grid', gap: 2 }}>
      {[0, 1, 2].map((key) => (
        <CardSkeleton key={key} lines={2} />
      ))}
    </Box>
  </DelayedSkeleton>
)

const taskLink = (due: Pick<Due, 'taskId' | 'title' | 'project'>) =>
  due.taskId === null ? (
    due.title
  ) : (
    <TextLink component={Link} to={paths.taskByNumber(due.project.id, due.taskId)}>
      #{due.taskId} {due.title}
    </TextLink>
  )

const cutNote = (isCut: boolean) => (isCut ? `These are the first ${OWN_DUES_MAX}, by their pay dates.` : null)
type DuesProps = { dues: readonly Due[]; isCut: boolean }

/** `isAlone`: nothing comes, and nothing was paid yet. */
const OwedToMe = ({ dues, isCut, isAlone }: DuesProps & { isAlone: boolean }) =>
  dues.length === 0 && !isAlone ? (
    <Typography sx={quiet}>Nothing is owed to you now.</Typography>
  ) : dues.length === 0 ? (
    <EmptyState
      kind="work"
      title="Nothing is owed to you."
      text="Open tasks show what they pay."
      action={
        <Button component={Link} to={paths.marketTasks()} variant="contained">
          Open tasks
        </Button>
      }
    />
  ) : (
    <Listed title="Owed to me" sum={sumsOf(dues)} note={cutNote(isCut)}>
      {dues.map((due) => (
        <Row
          key={due.claimID}
          what={
            <>
              {taskLink(due)} · {due.project.title}
            </>
          }
          below={owedToMe(due)}
          isRed={due.isLate}
          amount={moneyOf(due)}
        />
      ))}
    </Listed>
  )

const ByMe = ({ dues, isCut }: DuesProps) => (
  <Listed title="By me" sum={sumsOf(dues)} note={cutNote(isCut)}>
    {dues.map((due) => (
      <Row
        key={due.claimID}
        what={
          <>
            {nameOf(due.person)} for {taskLink(due)} · {due.project.title}
          </>
        }
        below={due.waitsForPayee ? `${nameOf(due.person)} has not said how to be paid.` : owedToMe(due)}
        isRed={due.isLate}
        amount={moneyOf(due)}
        more={
          <TextLink component={Link} to={paths.ledger(due.project.id)}>
            Payments of {due.project.title}
          </TextLink>
        }
      />
    ))}
  </Listed>
)

const Coming = ({ rewards }: { rewards: readonly ComingReward[] }) => (
  <Listed title="Coming" sum={sumsOf(rewards)}>
    {rewards.map((one) => (
      <Row
        key={one.claimID}
        what={
          <>
            {taskLink(one)} · {one.project.title}
          </>
        }
        below={comingText(one)}
        amount={moneyOf(one)}
      />
    ))}
  </Listed>
)

const ReceiptLink = ({ line: { paymentID, receipt, project, kind } }: { line: EarningsLine }) => (
  <TextLink
    component={Link}
    to={paths.receipt(paymentID)}
    aria-label={`Receipt ${receipt} of ${project.title}, ${whatOfLine[kind].toLowerCase()}`}
  >
    Receipt {receipt}
  </TextLink>
)

const Received = ({ lines, hasMore }: { lines: readonly EarningsLine[]; hasMore: boolean }) => {
  const groups = byMonthAndProject(lines)
  // The rest of the last month is not here, so that it has no sums.
  const cut = hasMore ? groups.at(-1)?.month : undefined
  return (
    <>
      {groups.map(({ key, month, title, lines: some }) => (
        <Listed key={key} title={`Received in ${title}`} sum={month === cut ? '' : sumsOf(some)}>
          {some.map((line) => (
            <Row
              key={line.id}
              what={line.task === null ? 'No task named' : taskLink({ ...line, title: line.task })}
              below={`${whatOfLine[line.kind]} on ${formatDate(line.at)}.`}
              amount={moneyOf(line)}
              more={<ReceiptLink line={line} />}
            />
          ))}
        </Listed>
      ))}
      {hasMore && (
        <Typography variant="body2" sx={quiet}>
          The statement has everything that you were paid before.
        </Typography>
      )}
    </>
  )
}

const Content = () => {
  const earned = useQuery(earningsQuery())
  const owed = useQuery(ownDuesQuery(true))
  const error = earned.error ?? owed.error
  if (!earned.data || !owed.data) {
    if (!error) return <Loading />
    return (
      <ErrorState
        title="Failed to load your earnings"
        text={isApiError(error) ? error.serverMessage : ''}
        onRetry={() => void Promise.all([earned.refetch(), owed.refetch()])}
        isRetrying={earned.isFetching || owed.isFetching}
      />
    )
  }
  const { lines, coming } = earned.data.data
  const { owedToMe: toMe, owedByMe: byMe, isCut } = owed.data
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <OwedToMe dues={toMe} isCut={isCut} isAlone={lines.length + coming.length + byMe.length === 0} />
      {coming.length > 0 && <Coming rewards={coming} />}
      {byMe.length > 0 && <ByMe dues={byMe} isCut={isCut} />}
      <Received lines={lines} hasMore={earned.data.nextCursor !== null} />
    </Box>
  )
}

/** What the viewer is owed, works for and was paid, and what their projects owe. */
export const EarningsPage = () => (
  <OnlyWithPayouts>
    <PageFrame
      heading="Earnings"
      toolbar={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <Button component={Link} to={paths.settings('payout')} variant="outlined">
            How you are paid
          </Button>
          <Button component={Link} to={paths.statement()} variant="outlined">
            Statement
          </Button>
        </Box>
      }
    >
      <Content />
    </PageFrame>
  </OnlyWithPayouts>
)
