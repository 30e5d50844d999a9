import type { LiveFrame } from '#shared/contract/live.ts'

/** A change on one line. */
export const lineOf = ({ kind, actorID, projectID, taskID, requestID }: LiveFrame): string =>
  [
    kind,
    `by ${actorID ?? 'nobody'}`,
    projectID && `project ${projectID}`,
    taskID && `task ${taskID}`,
    requestID && `request ${requestID}`,
  ]
    .filter(Boolean)
    .join(' ')
