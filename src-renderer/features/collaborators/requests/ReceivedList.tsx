import { Box, Button, Card, Chip, FormControlLabel, Switch, type Theme, Typography, useMediaQuery } from '@mui/material'
import type { RefObject } from 'react'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { errorText } from '#lib/query-client.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { countOf } from '../data/labels.ts'
import { labelText, type ShownLabel, shownLabels } from '../data/private-labels.ts'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import { ApplicationRow } from './ApplicationRow.tsx'
import { BulkBar } from './BulkBar.tsx'
import { LabelSign } from './LabelChoice.tsx'
import { RequestGroup, TaskGroup } from './RequestGroup.tsx'
import type { useAnswers } from './use-answers.ts'
import { isWaiting, type useReceivedList } from './use-received-list.ts'

/** How many there are, and what narrows and sorts them. */
const Filters = ({ data }: { data: readonly ProjectRequest[] }) => {
  const { label: filter, narrow, isByAnswer, sortByAnswer } = useCollaboratorsView()
  const countOfLabel = (label: ShownLabel) => data.filter((one) => one.label === label).length
  const shown = filter === null ? data.length : countOfLabel(filter)
  return (
    <Box sx={{ mb: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <Typography aria-live="polite" variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
        {filter === null ? countOf(data.length, 'request') : `${shown} of ${countOf(data.length, 'request')}`}
      </Typography>
      <Box role="group" aria-label="Filter by private label" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {shownLabels.map((label) => (
          <Chip
            key={label}
            size="small"
            variant={filter === label ? 'filled' : 'outlined'}
            color={filter === label ? 'primary' : 'default'}
            icon={<LabelSign label={label} size={14} />}
            label={`${labelText[label]} ${countOfLabel(label)}`}
            aria-pressed={filter === label}
            sx={{ pl: 0.75 }}
            onClick={() => narrow(filter === label ? null : label)}
          />
        ))}
      </Box>
      {data.some(({ answerBy }) => answerBy !== null) && (
        <FormControlLabel
          sx={{ ml: { xs: 0, sm: 'auto' }, mr: 0, gap: 0.75 }}
          slotProps={{ typography: { variant: 'body2' } }}
          control={<Switch size="small" checked={isByAnswer} onChange={(_event, isSorted) => sortByAnswer(isSorted)} />}
          label="Nearest answer date first"
        />
      )}
    </Box>
  )
}

type ReceivedListProps = {
  listRef: RefObject<HTMLDivElement | null>
  data: readonly ProjectRequest[]
  listed: ReturnType<typeof useReceivedList>
  answers: ReturnType<typeof useAnswers>
}

/** The applications to a project, with what narrows and sorts them, and what can be done to several at once. */
export const ReceivedList = ({
  listRef,
  data,
  listed: { rows, sorted, asSorted, opened },
  answers,
}: ReceivedListProps) => {
  const view = useCollaboratorsView()
  const { openedID, label: filter, isByAnswer } = view
  const isTooNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('lg'))
  const { approve, decideChosen, askToReject, isPending, refused, selected, select, clear, many } = answers
  // An application that has been answered or withdrawn since is no longer selected.
  const chosen = sorted.filter((one) => selected.has(one.id) && isWaiting(one))
  return (
    <Box ref={listRef} sx={{ minWidth: 0, display: { xs: opened ? 'none' : 'block', md: 'block' } }}>
      <Filters data={data} />
      <Card component="section" aria-label="Applications">
        {chosen.length > 0 && (
          <BulkBar
            count={chosen.length}
            isPending={many.isPending}
            error={many.error && errorText(many.error, 'Failed to answer the requests.')}
            onApprove={() => decideChosen(chosen, { accept: true })}
            onReject={() => askToReject(chosen)}
            onClear={clear}
          />
        )}
        {rows.length === 0 && (
          <EmptyState
            kind="nothingFound"
            headingLevel={3}
            title="Nothing matches"
            text={`No application has the label ${filter ? labelText[filter] : ''}.`}
            action={
              <Button variant="outlined" onClick={() => view.narrow(null)}>
                Show all
              </Button>
            }
          />
        )}
        <Box
          component="ul"
          aria-label="Requests Received"
          sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
        >
          {rows.map((request, at) => (
            <li key={request.id}>
              {!isByAnswer && (
                <Box sx={{ px: 2, bgcolor: 'action.hover' }}>
                  <RequestGroup rows={rows.map(asSorted)} counted={rows} at={at} direction="received" />
                </Box>
              )}
              {!isByAnswer && <TaskGroup rows={rows.map(asSorted)} at={at} />}
              <ApplicationRow
                request={request}
                link={view.linkTo(request.id)}
                isOpened={request.id === openedID}
                isSelected={selected.has(request.id) && isWaiting(request)}
                isBelowTask={!isByAnswer}
                isNarrow={opened !== undefined || isTooNarrow}
                isPending={isPending(request.id)}
                refused={refused.get(request.id)}
                acts={{
                  approve,
                  reject: (one) => askToReject([one]),
                  select,
                }}
              />
            </li>
          ))}
        </Box>
      </Card>
    </Box>
  )
}
