import { configure, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { clearScreen } from './clear-screen.ts'
import { host, ok } from './fake-platform.ts'
import { user } from './quick-user.ts'
import { ada, grace, layOut, openTab, projectID, serveTasks, taskOf } from './tasks-tab.tsx'
import type { ReaderCall } from '#features/tasks/import/reader-worker.ts'
import { createReader } from '#features/tasks/import/reader.ts'

/** Answers as the reader's worker does, which jsdom does not have: later, and with copies. */
export class ReaderStandIn extends EventTarget {
  private readonly reader = createReader()
  private before: Promise<unknown> = Promise.resolve()
  postMessage({ id, call, args }: ReaderCall) {
    this.before = this.before.then(async () => {
      const value = await (this.reader[call] as (...all: readonly unknown[]) => unknown)(...args)
      this.dispatchEvent(new MessageEvent('message', { data: structuredClone({ id, value }) }))
    })
  }
  terminate() {
    this.postMessage = () => undefined
  }
}

/** A project of which Ada is the owner, on a host that takes imports. */
export const serveImports = () => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2', 'import'] }))
  host.on('labels.list', ok({ data: [] }))
  const member = { skills: [], createdAt: null, lastActive: null, status: 'Active' as const, role: 'member' as const }
  host.on('memberships.members', ok({ data: [ada, grace].map((one) => ({ ...member, ...one, userID: one.id })) }))
  host.on('imports.create', ok({ data: { id: projectID, created: 3 } }))
  host.on('imports.undo', ok({ data: { removed: 1, kept: 1 } }))
}
export const withImportHost = () => {
  configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
  layOut()
  beforeAll(() => import('#features/tasks/import/ImportDialog.tsx'))
  beforeEach(serveImports)
  afterEach(clearScreen)
}

export const openImport = async (role: 'owner' | 'member' = 'owner') => {
  serveTasks([taskOf(1)], role)
  openTab()
  await user.click(await screen.findByRole('button', { name: 'Import and export' }))
  return screen.findByRole('menu', { name: 'Import and export' })
}
/** Opens the sheet and chooses a file. */
export const chooseFile = async (file: File) => {
  const menu = await openImport()
  await user.click(within(menu).getByRole('menuitem', { name: /^Import tasks…/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import tasks' }))
  await user.upload(dialog.getByLabelText('File with tasks'), file)
  return dialog
}
type ImportSheet = Awaited<ReturnType<typeof chooseFile>>
/** Chooses an option of a select in the sheet. */
export const chooseOption = async (dialog: ImportSheet, name: RegExp, option: string | RegExp) => {
  await user.click(await dialog.findByRole('combobox', { name }))
  await user.click(await screen.findByRole('option', { name: option }))
}
export const sentImports = () =>
  host
    .called('imports.create')
    .map(
      ({ input }) =>
        input.body as { idempotencyKey: string; continues?: string; tasks: Array<Record<string, unknown>> },
    )
