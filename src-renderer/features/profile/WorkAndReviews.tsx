import { Box, Button, Link as TextLink, Skeleton, Typography } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Profile } from '#shared/contract/index.ts'
import { type Rating, RATING_ANSWER_MAX } from '#shared/contract/ratings.ts'
import { nameOf } from '#shared/rules/person.ts'
import { ratingsOfQuery } from '#data/ratings.ts'
import { useCall } from '#data/use-call.ts'
import { percentText } from '#lib/amounts.ts'
import { dateLocale } from '#lib/locale.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { ReportButton } from '#parts/reports/ReportButton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { weight } from '#ui/look/tokens.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { PayerLines, WorkerLine } from '#ui/person/RecordLines.tsx'
import { NothingYet } from './NothingYet.tsx'

const quiet = { color: 'text.secondary', overflowWrap: 'anywhere' } as const

/** The marks of a review in words, or averages with one decimal. */
const marksText = (marks: { clear: number; quality: number | null; fair: number | null; onTime: number }): string => {
  const number = (value: number) => value.toLocaleString(dateLocale, { maximumFractionDigits: 1 })
  const named = [
    ['Clear', marks.clear],
    ['Quality', marks.quality],
    ['Fair', marks.fair],
    ['On time', marks.onTime],
  ] as const
  return named.flatMap(([name, value]) => (value === null ? [] : [`${name} ${number(value)}`])).join(' · ')
}

type Average = {
  pairs: number
  again: number
  clear: number
  quality: number | null
  fair: number | null
  onTime: number
} | null
const AverageLine = ({ title, average, from }: { title: string; average: Average; from: string }) =>
  average && (
    <Typography variant="body2" className="tabular">
      <Box component="span" sx={{ fontWeight: weight.semibold }}>
        {title}
      </Box>
      : {marksText(average)} · {percentText(Math.round(average.again * 100))} again, from {average.pairs} {from}
    </Typography>
  )

/** Answers a review, once. What was typed stays while the server refuses it. */
const Answer = ({ rating }: { rating: Rating }) => {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const send = useCall('ratings.answer', {
    input: (said: string) => ({ params: { id: rating.id }, body: { text: said } }),
    isStaleAfter: () => true,
  })
  if (!isOpen)
    return (
      <Button size="small" onClick={() => setIsOpen(true)} sx={{ justifySelf: 'start', ml: -0.75 }}>
        Answer
      </Button>
    )
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') send.mutate(text.trim())
      }}
      sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}
    >
      <Field
        label="Your answer, once"
        multiline
        minRows={2}
        maxRows={6}
        autoFocus
        value={text}
        error={send.error ? errorText(send.error, 'The answer could not be sent') : undefined}
        hint={<CharacterCount count={text.length} max={RATING_ANSWER_MAX} />}
        onChange={({ target }) => setText(target.value)}
        inputProps={{ maxLength: RATING_ANSWER_MAX }}
      />
      <Button type="submit" size="small" variant="outlined" loading={send.isPending} disabled={text.trim() === ''}>
        Send the answer
      </Button>
    </Box>
  )
}

const Review = ({ rating, isOwner }: { rating: Rating; isOwner: boolean }) => (
  <Box component="li" sx={{ display: 'grid', gap: 0.5, minWidth: 0, borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
    <Typography variant="body2" sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
      {rating.author ? (
        <TextLink component={Link} to={paths.profile(rating.author.username)}>
          {nameOf(rating.author)}
        </TextLink>
      ) : (
        'Former member'
      )}
      {rating.project && ` · ${rating.project.title}`}
    </Typography>
    <Typography variant="body2" className="tabular" sx={quiet}>
      {rating.again === 'yes' ? 'Would work together again' : 'Would not work together again'} · {marksText(rating)}
    </Typography>
    {rating.text !== '' && (
      <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {rating.text}
      </Typography>
    )}
    {rating.answer !== null && (
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, minWidth: 0 }}>
        <Typography
          variant="body2"
          dir="auto"
          sx={{ ...quiet, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 0 }}
        >
          Answer: {rating.answer}
        </Typography>
        {!isOwner && !rating.isOwnAnswer && !rating.isHidden && !rating.isAnswerHidden && (
          <ReportButton kind="rating" part="answer" id={rating.id} isSmall />
        )}
      </Box>
    )}
    <Typography variant="body2" sx={quiet}>
      {formatDate(rating.givenAt)}
    </Typography>
    {(isOwner || rating.mayAnswer) && rating.answer === null && <Answer rating={rating} />}
    <Box sx={{ ml: -0.75 }}>
      <ReportButton kind="rating" id={rating.id} ofUsername={rating.author?.username} />
    </Box>
  </Box>
)

/** How a person pays and works, the averages of their reviews, and the reviews. */
export const WorkAndReviews = ({ profile }: { profile: Profile }) => {
  const { data, error, isFetching, refetch, ...more } = useInfiniteQuery(ratingsOfQuery(profile.username))
  const ratings = data?.pages.flatMap((page) => page.data) ?? []
  const averages = data?.pages[0]?.averages
  return (
    <TitledCard level={2} title="Work and reviews">
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {profile.payerRecord && (
          <Typography variant="body2" component="div">
            <PayerLines record={profile.payerRecord} />
          </Typography>
        )}
        {profile.workerRecord && (
          <Typography variant="body2" component="div">
            <WorkerLine record={profile.workerRecord} />
          </Typography>
        )}
        {averages && (
          <>
            <AverageLine title="Their work" average={averages.worker} from="creators" />
            <AverageLine title="As who pays" average={averages.payer} from="workers" />
          </>
        )}
        {ratings.length > 0 ? (
          <Box component="ul" aria-label="Reviews" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
            {ratings.map((rating) => (
              <Review key={rating.id} rating={rating} isOwner={profile.isOwner} />
            ))}
          </Box>
        ) : error ? (
          <ErrorState title="Failed to load the reviews" onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : data ? (
          <NothingYet text="No reviews yet." />
        ) : (
          <Box role="img" aria-label="Loading reviews">
            <Skeleton width="80%" />
            <Skeleton width="60%" />
          </Box>
        )}
        {more.hasNextPage && (
          <Button
            size="small"
            variant="outlined"
            loading={more.isFetchingNextPage}
            onClick={() => void more.fetchNextPage()}
            sx={{ justifySelf: 'start' }}
          >
            Show more reviews
          </Button>
        )}
      </Box>
    </TitledCard>
  )
}
