import type { EventKind } from '#shared/contract/events.ts'
import { query } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'

export const webhooksQuery = (projectID: string) => query('webhooks.list', { params: { id: projectID } })

/** How often an open list of deliveries is read again, in milliseconds: no event tells of them. */
const DELIVERIES_AGAIN_MS = 10_000

export const deliveriesQuery = (projectID: string, target: string, cursor: string | null) =>
  query(
    'webhooks.deliveries',
    { params: { id: projectID, target }, query: cursor === null ? {} : { cursor } },
    { refetchInterval: DELIVERIES_AGAIN_MS, refetchOnWindowFocus: true },
  )

export const useAddWebhook = (projectID: string) =>
  useCall('webhooks.add', {
    input: (body: { target: string; kinds: EventKind[] }) => ({ params: { id: projectID }, body }),
  })
export const useRemoveWebhook = (projectID: string, target: string) =>
  useCall('webhooks.remove', { input: () => ({ params: { id: projectID, target } }) })
export const useMakeSecret = (projectID: string, target: string) =>
  useCall('webhooks.makeSecret', { input: () => ({ params: { id: projectID, target }, body: {} }) })
export const useDropSecret = (projectID: string, target: string) =>
  useCall('webhooks.dropSecret', { input: () => ({ params: { id: projectID, target } }) })
export const useResumeWebhook = (projectID: string, target: string) =>
  useCall('webhooks.resume', { input: () => ({ params: { id: projectID, target }, body: {} }) })
export const useResend = (projectID: string, target: string) =>
  useCall('webhooks.resend', {
    input: (deliveryID: string) => ({ params: { id: projectID, target, deliveryID }, body: {} }),
  })
