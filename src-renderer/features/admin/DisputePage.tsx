import { Box, Button, Link as TextLink, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { AdministeredDispute } from '#shared/contract/disputes.ts'
import { ADMINISTRATORS_LATE, disputeReasonLabels, disputeStateLabels, waitsForText } from '#shared/rules/disputes.ts'
import { nameOf } from '#shared/rules/person.ts'
import { rewardAmount } from '#lib/amounts.ts'
import { formatDate, formatMoment } from '#lib/format.ts'
import { isApiError } from '#lib/api.ts'
import { administeredDisputeQuery } from '#parts/disputes/queries.ts'
import { Statements } from '#parts/disputes/Statements.tsx'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { weight } from '#ui/look/tokens.ts'
import { RulingSheet } from './RulingSheet.tsx'

const typed = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const
const quiet = { color: 'text.secondary', overflowWrap: 'anywhere' } as const

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1, alignContent: 'start', minWidth: 0 }}>
    <Typography variant="h3" component="h3">
      {title}
    </Typography>
    {children}
  </Box>
)

const Terms = ({ terms, dispute: { mostCents, currency } }: Pick<AdministeredDispute, 'terms' | 'dispute'>) => (
  <Part title="Terms">
    <Typography sx={{ fontWeight: weight.semibold }}>
      {/* Not the amount of the terms, which is the ruled one once there is a ruling. */}
      {rewardAmount(mostCents, currency)}
    </Typography>
    <Typography variant="body2" sx={typed}>
      {terms.description}
    </Typography>
    {terms.doneWhen.length > 0 && (
      <Box component="ul" aria-label="Done when" sx={{ m: 0, pl: 2.5 }}>
        {terms.doneWhen.map((line) => (
          <Typography component="li" variant="body2" key={line}>
            {line}
          </Typography>
        ))}
      </Box>
    )}
    <Typography variant="body2" sx={quiet}>
      Reviewed within {terms.reviewDays} days, paid within {terms.payDays} days after that.
    </Typography>
  </Part>
)

const HandedIn = ({ rounds }: Pick<AdministeredDispute, 'rounds'>) => (
  <Part title="Handed in">
    {rounds.map((round) => (
      <Box key={round.id} sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: weight.semibold }}>
          Round {round.round} · {formatMoment(round.createdAt)} · {round.state}
        </Typography>
        <Typography variant="body2" sx={typed}>
          {round.note}
        </Typography>
        {[...round.links, ...round.files.map(({ name }) => name)].map((line) => (
          <Typography variant="body2" sx={quiet} key={line}>
            {line}
          </Typography>
        ))}
        {round.answer && (
          <Typography variant="body2" sx={typed}>
            Answer: {round.answer}
          </Typography>
        )}
      </Box>
    ))}
  </Part>
)

const Talk = ({ feed }: Pick<AdministeredDispute, 'feed'>) => {
  const said = feed.flatMap(({ id, comment }) => (comment && !comment.isDeleted ? [{ id, comment }] : []))
  if (said.length === 0) return null
  return (
    <Part title="Talk since the offer">
      {said.map(({ id, comment }) => (
        <Typography variant="body2" sx={typed} key={id}>
          <strong>{comment.author ? nameOf(comment.author) : 'Somebody'}:</strong> {comment.body}
        </Typography>
      ))}
    </Part>
  )
}

const Entries = ({ entries }: Pick<AdministeredDispute, 'entries'>) => (
  <Part title="Ledger">
    {entries.map(({ id, kind, amountCents, currency, createdAt }) => (
      <Typography variant="body2" key={id} className="tabular">
        {formatDate(createdAt)} · {kind} · {rewardAmount(amountCents, currency)}
      </Typography>
    ))}
  </Part>
)

/** Terms and what was handed in beside what both sides say; on a phone one after the other. */
const Whole = ({ data }: { data: AdministeredDispute }) => {
  const [isRuling, setIsRuling] = useState(false)
  const { dispute } = data
  const { state, by, isLate, currency } = dispute
  const waits = by === null ? '' : ` Waits for: ${waitsForText(dispute)}, until ${formatMoment(by)}.`
  return (
    <>
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {dispute.title}
      </Typography>
      <Typography variant="body2" role="status">
        {disputeStateLabels[state]}.{waits}
        {isLate && ` ${ADMINISTRATORS_LATE}`} {disputeReasonLabels[dispute.reason]}. Asked for:{' '}
        {rewardAmount(dispute.askCents, currency)} of {rewardAmount(dispute.mostCents, currency)}.
      </Typography>
      {state === 'ruling' && (
        <Box>
          <Button variant="contained" onClick={() => setIsRuling(true)}>
            Rule
          </Button>
        </Box>
      )}
      <Box
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Terms terms={data.terms} dispute={dispute} />
          <HandedIn rounds={data.rounds} />
          <Entries entries={data.entries} />
        </Box>
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Part title="Both sides">
            <Statements dispute={dispute} />
          </Part>
          <Talk feed={data.feed} />
        </Box>
      </Box>
      {isRuling && <RulingSheet dispute={dispute} onClose={() => setIsRuling(false)} />}
    </>
  )
}

/** One dispute, as its ruling needs it. Both sides see that it was opened. */
export const DisputePage = ({ id, listHref }: { id: string; listHref: string }) => {
  const { data, error, isFetching, refetch } = useQuery(administeredDisputeQuery(id))
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TextLink component={Link} to={listHref} sx={{ justifySelf: 'start' }}>
        All disputes
      </TextLink>
      {data ? (
        <Whole data={data} />
      ) : error ? (
        <ErrorState
          title="Failed to load the dispute"
          text={isApiError(error) ? error.serverMessage : ''}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <DelayedSkeleton>
          <Skeleton width={220} height={44} />
          <CardSkeleton lines={8} />
        </DelayedSkeleton>
      )}
    </Box>
  )
}
