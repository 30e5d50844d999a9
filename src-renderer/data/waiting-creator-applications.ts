import { useQuery } from '@tanstack/react-query'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { query } from './query.ts'

/** How many creator applications wait for an administrator; 0 while that is unknown, and for anybody else. */
export const useWaitingApplications = (isAdministrator: boolean): number =>
  useQuery(
    query(
      'creatorApplications.list',
      { query: { status: creatorApplicationStatus.pending, limit: 1 } },
      { select: ({ pagination }) => pagination.total, enabled: isAdministrator },
    ),
  ).data ?? 0
