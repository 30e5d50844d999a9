import { Box, Button, Link as MuiLink, Skeleton, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { WorkSection, WorkSectionName } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { dataOf, query } from '#data/query.ts'
import { ownRatingsQuery } from '#data/ratings.ts'
import { isApiError } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { useToday } from '#lib/use-today.ts'
import { useUserType } from '#lib/user-type.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { JoinedProject } from './JoinedProject.tsx'
import { ReviewsToGive } from './ReviewsToGive.tsx'
import { useContributorSteps } from './use-contributor-steps.tsx'
import { useReturnedRow } from './use-returned-row.ts'
import { useRowKeys } from '#lib/use-row-keys.ts'
import { WorkRow } from './WorkRow.tsx'

/** What the viewer has to do and waits for. */
const workQuery = (today: string) =>
  query('work.get', { query: { today } }, { select: dataOf, placeholderData: keepPreviousData })

/** The sections in their order, with what is where one is empty. */
const sections: ReadonlyArray<{ name: WorkSectionName; title: string; empty: string }> = [
  { name: 'now', title: 'Now', empty: 'Nothing of yours is in progress or overdue.' },
  { name: 'next', title: 'Next', empty: 'Nothing else is assigned to you.' },
  { name: 'waiting', title: 'Waiting', empty: 'You’re not waiting for anyone.' },
  { name: 'waitingForMe', title: 'Waiting for me', empty: 'Nobody waits for your answer.' },
]

const Loading = () => (
  <DelayedSkeleton>
    <Box role="img" aria-label="Loading your work" sx={{ display: 'grid', gap: 2.5 }}>
      {[3, 2, 2].map((rows, section) => (
        <Box key={section} sx={{ display: 'grid', gap: 1 }}>
          <Skeleton width={120} height={32} />
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} variant="rounded" height={56} />
          ))}
        </Box>
      ))}
    </Box>
  </DelayedSkeleton>
)

type SectionProps = {
  title: string
  empty: string
  section: WorkSection
  /** Where a project shows all of the section's rows that it has. */
  allOf: (projectID: string) => string
  onRetry: () => void
  isRetrying: boolean
}

const quiet = { color: 'text.secondary' } as const

const Section = ({
  title,
  empty,
  allOf,
  section: { rows, total, projects, hasFailed },
  onRetry,
  isRetrying,
}: SectionProps) => {
  // A line is enough for what is empty, so that the sections with something to do stay in sight.
  if (!hasFailed && rows.length === 0)
    return (
      <TitledCard
        title={title}
        level={2}
        action={
          <Typography variant="body2" sx={{ ...quiet, textAlign: 'right' }}>
            {empty}
          </Typography>
        }
      />
    )
  const count = total > rows.length ? `${rows.length} of ${total.toLocaleString('en-US')}` : total
  return (
    <TitledCard
      title={title}
      level={2}
      action={
        total > 0 && (
          <Typography component="span" variant="body2" className="tabular" sx={quiet}>
            {count}
          </Typography>
        )
      }
    >
      {hasFailed ? (
        <ErrorState title={`Failed to load ${title}`} onRetry={onRetry} isRetrying={isRetrying} />
      ) : (
        <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0, mx: -1.5 }}>
          {rows.map((row) => (
            <li key={`${row.kind} ${row.id}`}>
              <WorkRow row={row} />
            </li>
          ))}
        </Box>
      )}
      {projects.length > 0 && (
        <Typography
          variant="body2"
          component="div"
          sx={{ ...quiet, mt: 1.5, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
        >
          All of them:
          {projects.map(({ id, title: name, count: many }) => (
            <MuiLink key={id} component={Link} to={allOf(id)}>
              {`${name} (${many.toLocaleString('en-US')})`}
            </MuiLink>
          ))}
        </Typography>
      )}
    </TitledCard>
  )
}

const NothingAtAll = () => {
  const isCreator = useUserType((state) => state.userType) === 'creator'
  return (
    <EmptyState
      kind="work"
      title="Nothing waits for you"
      text="Tasks that are assigned to you, reviews and applications appear here."
      action={
        <Button component={Link} to={isCreator ? paths.ownerDashboard() : paths.market()} variant="contained">
          {isCreator ? 'Open your projects' : 'Find work'}
        </Button>
      }
    />
  )
}

type Named = (typeof sections)[number]
const isFilled = (section: WorkSection | null): boolean =>
  section !== null && (section.hasFailed || section.rows.length > 0 || section.total > 0)

/**
 * What the person has to do now and next, what they wait for, and what waits for them, in all their projects. What there
 * is comes before the lines of what is empty, and the first steps come first only where there is nothing else.
 */
export const WorkPage = () => {
  const { data, error, isFetching, refetch } = useQuery(workQuery(useToday()))
  const isContributor = useUserType((state) => state.userType) === 'contributor'
  const steps = useContributorSteps(isContributor)
  const reviews = useQuery(ownRatingsQuery(useCapability('ratings', true)))
  const area = useRef<HTMLDivElement>(null)
  useRowKeys(area)
  const noteOpened = useReturnedRow(area, data !== undefined)
  const hasClaims = useCapability('claims', true)
  const hasPayouts = useCapability('payouts', true)
  const joined = (hasClaims && data?.joined) || []
  const userID = useSession((session) => session.userID) ?? ''
  const allOf = (name: WorkSectionName) => (projectID: string) =>
    name === 'waitingForMe' ? paths.projectRequests(projectID) : paths.tasksOf(projectID, userID)
  const draw = ({ name, ...texts }: Named) => {
    const section = data?.[name]
    const retry = { onRetry: () => void refetch(), isRetrying: isFetching }
    return section && <Section key={name} {...texts} {...retry} allOf={allOf(name)} section={section} />
  }
  const filled = sections.filter(({ name }) => isFilled(data?.[name] ?? null))
  const hasReview = reviews.data?.some(({ isGiven }) => !isGiven) ?? false
  const isIdle = filled.length === 0 && joined.length === 0 && !hasReview
  const content = () => {
    // What comes late would move what is there.
    if (steps === undefined || (reviews.isLoading && !reviews.isFetched) || !(data ?? error)) return <Loading />
    const failure = !data && (
      <ErrorState
        key="failure"
        title="Failed to load your work"
        text={isApiError(error) ? error.serverMessage : ''}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
    // One list with keys: what changes its place stays mounted, with a review sheet that is open in it.
    const first = <Fragment key="steps">{steps}</Fragment>
    const given = <ReviewsToGive key="reviews" />
    if (isIdle) return [first, failure, data && <NothingAtAll key="nothing" />, given]
    return [
      ...joined.map((project) => <JoinedProject key={project.id} project={project} />),
      ...filled.map(draw),
      ...[given, failure],
      ...sections.filter((one) => !filled.includes(one)).map(draw),
      first,
    ]
  }
  return (
    <PageFrame
      heading="My Work"
      toolbar={
        hasPayouts && (
          <Button component={Link} to={paths.earnings()} variant="outlined">
            Earnings
          </Button>
        )
      }
    >
      <Box
        ref={area}
        onClick={noteOpened}
        sx={{ display: 'grid', gap: 2.5, mt: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {content()}
      </Box>
    </PageFrame>
  )
}
