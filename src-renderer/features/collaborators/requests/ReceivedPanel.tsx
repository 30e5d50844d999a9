import { nameOf } from '#shared/rules/person.ts'
import { Box, Button, Card, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { PrivateLabel, ProjectRequest } from '#shared/contract/index.ts'
import { errorText } from '#lib/query-client.ts'
import { CutNote } from '#ui/list/CutNote.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PAGE_WIDTH, STICKY_TOP } from '#ui/look/tokens.ts'
import { countOf } from '../data/labels.ts'
import type { ShownLabel } from '../data/private-labels.ts'
import { projectRequestsQuery } from '../data/queries.ts'
import { useCollaboratorsView } from '../data/use-collaborators-view.ts'
import { ApplicationReader } from './ApplicationReader.tsx'
import { isOvertaken, useSetLabel } from './mutations.ts'
import type { NotesDraft } from './PrivateNotes.tsx'
import { ReceivedList } from './ReceivedList.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { useAnswers } from './use-answers.ts'
import { useApplicationKeys } from './use-applications.ts'
import { isWaiting, useReceivedList } from './use-received-list.ts'

/** Milliseconds after an answer in which the reader's buttons take no press. */
const REST_MS = 700
type Rejection = ReturnType<typeof useAnswers>['rejection']
const restOf = () => {
  let until = 0
  return {
    begin: () => {
      until = Date.now() + REST_MS
    },
    isOn: () => Date.now() < until,
  }
}

/** What rejected people can do afterwards. */
const AGAIN = {
  project: 'They can’t apply again. You can reopen this within 24 hours, or invite them later.',
  task: 'They can apply for the task again while it is open. This can’t be reopened.',
  both: 'An application to the project can be reopened within 24 hours. People can apply for a task again while it is open.',
} as const

/** The dialog that rejects one application, or several with one text. */
const Rejection = ({ of: { of: those, draft, keepDraft, reject, close, isPending, error } }: { of: Rejection }) => {
  const [first] = those
  const isOfSeveral = those.length > 1
  const name = first ? nameOf(first) : ''
  const ofTasks = those.filter(({ task }) => task !== null).length
  return (
    <RejectDialog
      title={isOfSeveral ? `Reject ${countOf(those.length, 'request')}?` : `Reject the request of ${name}?`}
      readers={isOfSeveral ? 'they' : name}
      after={ofTasks === those.length ? AGAIN.task : ofTasks === 0 ? AGAIN.project : AGAIN.both}
      draft={draft}
      onDraft={keepDraft}
      isOpen={first !== undefined}
      isPending={isPending}
      error={error && errorText(error, 'Failed to reject request. Please try again.')}
      isOver={isOvertaken(error)}
      onReject={(said) => reject({ accept: false, ...said })}
      onClose={close}
    />
  )
}

const ReaderCard = ({ children }: { children: ReactNode }) => (
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
    {children}
  </Card>
)

/** How many others wait for the task that the application is to. */
const rivalsOf = ({ id, task }: ProjectRequest, all: readonly ProjectRequest[]): number =>
  task === null ? 0 : all.filter((one) => one.id !== id && one.task?.id === task.id && isWaiting(one)).length

/** The applications to a project: a list, and beside it the one that is read. On a phone one after the other. */
export const ReceivedPanel = ({ projectID }: { projectID: string }) => {
  const { data, error, isFetching, refetch } = useQuery(projectRequestsQuery(projectID, 'received'))
  const view = useCollaboratorsView()
  const list = useRef<HTMLDivElement>(null)
  const reader = useRef<HTMLElement>(null)
  const [drafts, setDrafts] = useState<Readonly<Record<string, NotesDraft | undefined>>>({})
  const [rest] = useState(restOf)
  const setLabel = useSetLabel(projectID)
  const listed = useReceivedList(data, view)
  const { rows, opened, keepPlaces } = listed

  const label = (request: ProjectRequest, to: PrivateLabel) => setLabel.mutate({ request, label: to })
  const toggle = (request: ProjectRequest, to: ShownLabel) => label(request, request.label === to ? 'none' : to)
  const { step, after, goTo } = useApplicationKeys(rows, view, { list, reader }, toggle)
  const onAnswered = (done: readonly string[], next: string | null) => {
    keepPlaces(done)
    if (opened) rest.begin()
    goTo(next)
  }
  const answers = useAnswers(projectID, { after, onAnswered })
  const { approve, askToReject, isPending, rejection } = answers
  /** Right after an answer the reader shows the next person: a second press that was meant for the first one does nothing. */
  const unlessResting = (act: () => void) => {
    if (!rest.isOn()) act()
  }

  if (!data && !error)
    return (
      <DelayedSkeleton>
        {[0, 1, 2].map((key) => (
          <Skeleton key={key} variant="rounded" height={56} sx={{ mb: 1, maxWidth: { md: PAGE_WIDTH } }} />
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
              md: opened ? 'minmax(320px, 400px) minmax(0, 1fr)' : `minmax(0, ${PAGE_WIDTH}px)`,
            },
          }}
        >
          <ReceivedList listRef={list} data={data} listed={listed} answers={answers} />
          {opened && (
            <ReaderCard>
              <ApplicationReader
                key={opened.id}
                readerRef={reader}
                projectID={projectID}
                request={opened}
                others={rivalsOf(opened, data)}
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
            </ReaderCard>
          )}
        </Box>
      )}
      <Rejection of={rejection} />
    </>
  )
}
