import { Box } from '@mui/material'
import { type ReactNode, Suspense } from 'react'
import type { Thing } from '../features/inbox/thing.ts'
import { lazyPart } from '../lib/lazy-code.tsx'

const TaskPane = lazyPart(async () => (await import('../features/tasks/task/TaskPane.tsx')).TaskPane)
const GuestTaskPane = lazyPart(async () => (await import('../features/tasks/guest/GuestTaskPage.tsx')).GuestTaskPane)
const RequestPane = lazyPart(
  async () => (await import('../features/collaborators/requests/RequestPane.tsx')).RequestPane,
)
const ProjectPane = lazyPart(async () => (await import('../features/projects/ProjectPane.tsx')).ProjectPane)
const OwnPayments = lazyPart(
  async () => (await import('../features/collaborators/payments/OwnPayments.tsx')).OwnPayments,
)

const draw = (thing: Thing, gone: ReactNode, onClose: () => void): ReactNode => {
  switch (thing.kind) {
    case 'task':
      return (
        <TaskPane
          projectID={thing.projectID}
          taskID={thing.taskID}
          number={thing.number}
          gone={gone}
          outside={<GuestTaskPane projectID={thing.projectID} number={thing.number} otherwise={gone} />}
          onClose={onClose}
        />
      )
    case 'request':
      // What a project asks of the person is with the project itself, beside its Accept and Reject.
      return thing.isOwn ? (
        <ProjectPane projectID={thing.projectID} gone={gone} />
      ) : (
        <RequestPane projectID={thing.projectID} requestID={thing.requestID} gone={gone} />
      )
    case 'project':
      return (
        <>
          {thing.hasPayments && (
            <Box sx={{ px: { xs: 2, md: 3 } }}>
              <OwnPayments projectID={thing.projectID} />
            </Box>
          )}
          {/* Who was paid keeps their payments, also where the project is closed to them. */}
          <ProjectPane projectID={thing.projectID} gone={thing.hasPayments ? null : gone} />
        </>
      )
    default:
      return null
  }
}

/** Draws what a notice is about, from the features that have it; null for a notice that only tells something. */
export const drawThing = (thing: Thing, gone: ReactNode, onClose: () => void): ReactNode => {
  const drawn = draw(thing, gone, onClose)
  return drawn && <Suspense>{drawn}</Suspense>
}
