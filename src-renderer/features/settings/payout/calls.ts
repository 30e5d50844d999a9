import type { z } from 'zod'
import type { payoutBody } from '#shared/contract/payout.ts'
import { dataOf, query } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'

/** How the viewer is paid. */
export const payoutQuery = () => query('payout.own', {}, { select: dataOf, retry: false })

export const useSetPayout = () =>
  useCall('payout.set', { input: (body: z.output<typeof payoutBody>) => ({ body }), isReloadAwaited: true })
export const useRemovePayout = () =>
  useCall('payout.remove', { input: (password: string) => ({ body: { password } }), isReloadAwaited: true })
