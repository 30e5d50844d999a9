import type { AppDeps } from '#server/deps.ts'
import type { DiskSpace } from '#server/files/disk-space.ts'
import { createFileStore } from '#server/files/file-store.ts'
import { requireViewer, type Handlers } from '#server/http/handlers.ts'
import type { DrawingDeps } from '#server/pictures/drawer.ts'
import { createPreviews, deleteFile, downloadFile, listFiles, uploadFile } from './service.ts'

export const filesRoutes = (appDeps: AppDeps & DrawingDeps, disk: DiskSpace): Handlers['files'] => {
  const deps = { ...appDeps, store: createFileStore(appDeps.config), disk }
  const preview = createPreviews(deps)
  return {
    list: ({ params, query }, context) => listFiles(deps, requireViewer(context), { projectID: params.id, ...query }),
    upload: async ({ params, file }, context) => ({
      data: await uploadFile(deps, requireViewer(context), { projectID: params.id, file }),
    }),
    download: ({ params }, context) =>
      downloadFile(deps, requireViewer(context), { projectID: params.id, fileID: params.fileId }),
    preview: async ({ params }, context) => ({
      data: await preview(requireViewer(context), {
        projectID: params.id,
        fileID: params.fileId,
        over: context.over(),
      }),
    }),
    remove: ({ params }, context) =>
      deleteFile(deps, requireViewer(context), { projectID: params.id, fileID: params.fileId }),
  }
}
