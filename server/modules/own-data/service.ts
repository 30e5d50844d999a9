import { askDeletion, deletionOf, takeBackDeletion } from './deletion.ts'
import { askExport, downloadExport, lastExport } from './exports.ts'

export const ownData = {
  askExport,
  export: lastExport,
  downloadExport,
  deletion: deletionOf,
  askDeletion,
  takeBackDeletion,
}

export { deleteDueAccounts } from './erasure.ts'
export { makeExports, removeExpiredExports } from './exports.ts'
