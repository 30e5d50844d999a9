import { nameOf } from '#shared/rules/person.ts'
import {
  Box,
  Button,
  Card,
  Chip,
  FormControlLabel,
  Skeleton,
  Switch,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PrivateLabel, ProjectRequest } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { CutNote } from '#ui/list/CutNote.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { STICKY_TOP } from '#ui/look/tokens.ts'
import { countOf } from '../data/labels.ts'
import { projectRequestsQuery } from '../data/queries.ts'
import { RequestGroup } from './RequestGroup.tsx'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import { ApplicationReader } from './ApplicationReader.tsx'
import { ApplicationRow } from './ApplicationRow.tsx'
import { BulkBar } from './BulkBar.tsx'
import { LabelSign } from './LabelChoice.tsx'
import { isOvertaken, useDecide, useDecideMany, useSetLabel, type Verdict } from './mutations.ts'
import { labelText, type ShownLabel, shownLabels } from '../data/private-labels.ts'
import type { NotesDraft } from './PrivateNotes.tsx'
import { useRejectionDrafts } from './rejection-drafts.ts'
import { RejectDialog } from './RejectDialog.tsx'
import { useApplicationKeys } from './use-applications.ts'

const isWaiting = ({ status }: ProjectRequest) => status === requestStatus.pending
const waitingFirst = (a: ProjectRequest, b: ProjectRequest) => Number(isWaiting(b)) - Number(isWaiting(a))
const endOf = ({ answerBy }: ProjectRequest) => (answerBy === null ? Number.POSITIVE_INFINITY : Date.parse(answerBy))
const nearestFirst = (a: ProjectRequest, b: ProjectRequest) => {
  const [first, second] = [endOf(a), endOf(b)]
  return first === second ? waitingFirst(a, b) : first - second
}
const none: readonly ProjectRequest[] = []
/** Milliseconds after an answer in which the reader's buttons take no press. */
const REST_MS = 700
const restOf = () => {
  let until = 0
  return {
    begin: () => {
      until = Date.now() + REST_MS
    },
    isOn: () => Date.now() < until,
  }
}

/** The applications to a project: a list, and beside it the one that is read. On a phone one after the other. */
export const ReceivedPanel = ({ projectID }: { projectID: string }) => {
  const { data, error, isFetching, refetch } = useQuery(projectRequestsQuery(projectID, 'received'))
  const view = useCollaboratorsView()
  const { openedID, label: filter, isByAnswer } = view
  const list = useRef<HTMLDivElement>(null)
  const reader = useRef<HTMLElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  /** Whom the open dialog would reject. */
  const [rejecting, setRejecting] = useState<readonly ProjectRequest[] | null>(null)
  const [drafts, setDrafts] = useState<Readonly<Record<string, NotesDraft | undefined>>>({})
  const { draftFor, keepDraft, endDraft } = useRejectionDrafts()
  const [rest] = useState(restOf)
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'))
  const decide = useDecide(projectID)
  const rejectOne = useDecide(projectID, { isQuiet: true })
  const many = useDecideMany(projectID)
  const setLabel = useSetLabel(projectID)

  // What is answered here keeps its place, so that the next person's buttons do not come under the pointer.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const asSorted = (request: ProjectRequest): ProjectRequest =>
    answered.has(request.id) ? { ...request, status: requestStatus.pending } : request
  const inOrder = isByAnswer ? nearestFirst : waitingFirst
  const sorted = (data ?? none).toSorted((a, b) => inOrder(asSorted(a), asSorted(b)))
  const rows = sorted.filter(({ id, label }) => filter === null || label === filter || id === openedID)
  const opened = sorted.find(({ id }) => id === openedID)
  // An application that has been answered or withdrawn since is no longer selected.
  const chosen = sorted.filter((one) => selected.has(one.id) && isWaiting(one))
  const label = (request: ProjectRequest, to: PrivateLabel) => setLabel.mutate({ request, label: to })
  const toggle = (request: ProjectRequest, to: ShownLabel) => label(request, request.label === to ? 'none' : to)
  const { step, after, goTo } = useApplicationKeys(rows, view, { list, reader }, toggle)

  const goOn = (done: readonly string[], next: string | null) => {
    setAnswered((before) => new Set([...before, ...done]))
    if (opened) rest.begin()
    goTo(next)
  }
  /** Right after an answer the reader shows the next person: a second press that was meant for the first one does nothing. */
  const unlessResting = (act: () => void) => {
    if (!rest.isOn()) act()
  }

  const approve = (request: ProjectRequest) => {
    const next = after(new Set([request.id]))
    decide.mutate({ request, accept: true }, { onSuccess: () => goOn([request.id], next ?? request.id) })
  }
  const decideChosen = (those: readonly ProjectRequest[], verdict: Verdict) => {
    const ids = those.map(({ id }) => id)
    const next = after(new Set(ids))
    many.mutate(
      { ids, ...verdict },
      {
        onSuccess: ({ data: outcomes }) => {
          const kept = outcomes.filter(({ isDone }) => !isDone)
          setRefused(new Map(kept.map(({ id, reason }) => [id, reason ?? 'Please try again.'])))
          const left = kept.map(({ id }) => id)
          setSelected(new Set(left))
          if (!verdict.accept) endDraft(ids, left)
          setRejecting(null)
          const done = outcomes.length - kept.length
          const what = verdict.accept ? 'accepted' : 'rejected'
          const text = `${done} of ${countOf(outcomes.length, 'request')} ${what}.`
          toast(text, kept.length === 0 ? 'success' : 'error')
          goOn(
            ids.filter((id) => !left.includes(id)),
            next ?? ids[0] ?? null,
          )
        },
      },
    )
  }
  const reject = (verdict: Verdict) => {
    const [first] = rejecting ?? []
    if (!rejecting || !first) return
    if (rejecting.length > 1) return decideChosen(rejecting, verdict)
    const next = after(new Set([first.id]))
    rejectOne.mutate(
      { request: first, ...verdict },
      {
        onSuccess: () => {
          endDraft([first.id], [])
          setRejecting(null)
          goOn([first.id], next ?? first.id)
        },
      },
    )
  }
  const askToReject = (those: readonly ProjectRequest[]) => {
    rejectOne.reset()
    many.reset()
    setRejecting(those)
  }
  const isPending = (id: string) =>
    (decide.isPending && decide.variables.request.id === id) ||
    (rejectOne.isPending && rejectOne.variables.request.id === id) ||
    (many.isPending && many.variables.ids.includes(id))
  const [rejected] = rejecting ?? none
  const rejectingIDs = (rejecting ?? none).map(({ id }) => id)
  const rejectError = (rejecting?.length ?? 0) > 1 ? many.error : rejectOne.error

  if (!data && !error)
    return (
      <DelayedSkeleton>
        {[0, 1, 2].map((key) => (
          <Skeleton key={key} variant="rounded" height={84} sx={{ mb: 1, maxWidth: { md: 960 } }} />
        ))}
      </DelayedSkeleton>
    )
  return (
    <>
      {error && (
        <Box sx={{ mb: 2 }}>
          <ErrorState
            title="Failed to load requests"
            text={errorText(error, 'Please try again in a moment.')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Box>
      )}
      <CutNote of={projectRequestsQuery(projectID, 'received')} />
      {data?.length === 0 && (
        <EmptyState
          kind="requests"
          headingLevel={3}
          title="No applications yet"
          text="People who apply to this project appear here."
          action={
            <Button variant="outlined" onClick={() => view.openDialog('invite')}>
              Invite somebody
            </Button>
          }
        />
      )}
      {data && data.length > 0 && (
        <Box
          sx={{
            display: 'grid',
            gap: { md: 3 },
            alignItems: 'start',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              md: opened ? 'minmax(320px, 400px) minmax(0, 1fr)' : 'minmax(0, 960px)',
            },
          }}
        >
          <Box ref={list} sx={{ minWidth: 0, display: { xs: opened ? 'none' : 'block', md: 'block' } }}>
            <Filters data={data} />
            <Card component="section" aria-label="Applications">
              {chosen.length > 0 && (
                <BulkBar
                  count={chosen.length}
                  isPending={many.isPending}
                  error={many.error && !rejecting ? errorText(many.error, 'Failed to answer the requests.') : null}
                  onApprove={() => decideChosen(chosen, { accept: true })}
                  onReject={() => askToReject(chosen)}
                  onClear={() => setSelected(new Set())}
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
                    <ApplicationRow
                      request={request}
                      link={view.linkTo(request.id)}
                      isOpened={request.id === openedID}
                      isSelected={selected.has(request.id) && isWaiting(request)}
                      isNarrow={opened !== undefined || isPhone}
                      isPending={isPending(request.id)}
                      refused={refused.get(request.id)}
                      acts={{
                        approve,
                        reject: (one) => askToReject([one]),
                        select: ({ id }, isSelected) =>
                          setSelected(
                            (before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id)),
                          ),
                      }}
                    />
                  </li>
                ))}
              </Box>
            </Card>
          </Box>
          {opened && (
            <Card
              sx={{
                minWidth: 0,
                border: { xs: 0, md: 1 },
                borderColor: { md: 'divider' },
                bgcolor: { xs: 'transparent', md: 'background.paper' },
                position: { md: 'sticky' },
                top: { md: `calc(${STICKY_TOP} + 16px)` },
                maxHeight: { md: `calc(100dvh - ${STICKY_TOP} - 32px)` },
                // On a phone the page scrolls, and the reader's head sticks to it, not to the card.
                overflow: { xs: 'visible', md: 'hidden auto' },
              }}
            >
              <ApplicationReader
                key={opened.id}
                readerRef={reader}
                request={opened}
                isPending={isPending(opened.id)}
                draft={drafts[opened.id]}
                acts={{
                  approve: () => unlessResting(() => approve(opened)),
                  reject: () => unlessResting(() => askToReject([opened])),
                  label: (to) => label(opened, to),
                  draft: (change) => setDrafts((before) => ({ ...before, [opened.id]: change(before[opened.id]) })),
                  step,
                  back: view.closeApplication,
                }}
              />
            </Card>
          )}
        </Box>
      )}
      <RejectDialog
        title={
          rejecting && rejecting.length > 1
            ? `Reject ${countOf(rejecting.length, 'request')}?`
            : `Reject the request of ${rejected ? nameOf(rejected) : ''}?`
        }
        readers={rejecting && rejecting.length > 1 ? 'they' : rejected ? nameOf(rejected) : ''}
        draft={draftFor(rejectingIDs)}
        onDraft={(draft) => rejecting && keepDraft(rejectingIDs, draft)}
        isOpen={rejecting !== null}
        isPending={rejectOne.isPending || many.isPending}
        error={rejectError && errorText(rejectError, 'Failed to reject request. Please try again.')}
        isOver={isOvertaken(rejectError)}
        onReject={(said) => reject({ accept: false, ...said })}
        onClose={() => setRejecting(null)}
      />
    </>
  )
}

/** How many there are, and what narrows and sorts them. */
const Filters = ({ data }: { data: readonly ProjectRequest[] }) => {
  const { label: filter, narrow, isByAnswer, sortByAnswer } = useCollaboratorsView()
  const countOfLabel = (label: ShownLabel) => data.filter((one) => one.label === label).length
  const shown = filter === null ? data.length : countOfLabel(filter)
  return (
    <Box sx={{ mb: 1.5 }}>
      <Typography aria-live="polite" className="tabular" sx={{ mb: 1, color: 'text.secondary' }}>
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
          sx={{ mt: 1.25, ml: 0, gap: 0.75 }}
          control={<Switch size="small" checked={isByAnswer} onChange={(_event, isSorted) => sortByAnswer(isSorted)} />}
          label="Nearest answer date first"
        />
      )}
    </Box>
  )
}
