import type { OwnExport } from '#shared/contract/index.ts'
import { dataOf, query } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

/** The viewer's last export; null without one. */
export const exportQuery = () => query('ownData.export', {}, { select: dataOf })

/** When the viewer's account is deleted, and what keeps it from that. */
export const deletionQuery = () => query('ownData.deletion', {}, { select: dataOf })

export const useAskExport = () => useCall('ownData.askExport', { input: () => ({ body: {} }), isReloadAwaited: true })

/** Saves the viewer's export; the desktop app asks for the place. */
export const useDownloadExport = () =>
  useCall('ownData.downloadExport', {
    sameWhen: ({ id }: OwnExport) => id,
    input: ({ id }) => ({ params: { id } }),
    options: ({ askedAt }) => ({ saveAs: `my-data-${askedAt.slice(0, 10)}.zip` }),
    onError: (error) => toast(errorText(error, 'Failed to download your data'), 'error'),
  })

export const useAskDeletion = () =>
  useCall('ownData.askDeletion', { input: (password: string) => ({ body: { password } }), isReloadAwaited: true })

export const useTakeBackDeletion = () =>
  useCall('ownData.takeBackDeletion', { input: () => ({}), isReloadAwaited: true })
