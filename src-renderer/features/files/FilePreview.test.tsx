import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectFile } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { FileList } from './FileList.tsx'

configure({ asyncUtilTimeout: 20_000 })
beforeAll(() => import('./FilePreviewDialog.tsx'))
beforeEach(() => {
  host.userID = idOf(100)
  host.on('capabilities.list', ok({ data: ['preview'] }))
})
afterEach(clearScreen)

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const fileOf = (number: number, name: string, contentType: string): ProjectFile => ({
  id: idOf(number),
  projectID: idOf(1),
  name,
  size: 300_000,
  contentType,
  uploadedByID: idOf(101),
  uploadedByUsername: 'grace',
  uploadedByName: '',
  createdAt: '2025-01-05T10:00:00.000Z',
})
const picture = fileOf(2, 'map.png', 'image/png')
const text = fileOf(3, 'notes.md', 'text/plain; charset=utf-8')
const archive = fileOf(4, 'all.zip', 'application/zip')
const show = () =>
  renderRoutes(
    [{ path: '/', element: <FileList files={[picture, text, archive]} mayDelete={() => true} isStale={false} /> }],
    '/',
  )
const shown = (data: object) => ok({ data: { kind: 'text', picture: null, text: null, isCut: false, ...data } })
const open = async (name: string) => {
  await user.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name }))
}

test('a picture is shown in the app, and can be downloaded from there; closing gives the focus back', async () => {
  host.on('files.preview', shown({ kind: 'picture', picture: 'data:image/webp;base64,UklGRg==' }))
  host.on('files.download', ok({ isSaved: true }))
  show()
  const dialog = await open('map.png')
  expect((await dialog.findByRole<HTMLImageElement>('img', { name: 'map.png' })).src).toBe(
    'data:image/webp;base64,UklGRg==',
  )
  expect(host.called('files.preview')[0]?.input.params).toEqual({ id: idOf(1), fileId: picture.id })
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(host.called('files.download')).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'map.png' }))
})

test('a text is shown as text, and a long one says that it goes on', async () => {
  host.on('files.preview', shown({ text: '<b>Walls</b>\nDoors', isCut: true }))
  show()
  const dialog = await open('notes.md')
  expect((await dialog.findByLabelText('The text of notes.md')).textContent).toBe('<b>Walls</b>\nDoors')
  expect(dialog.getByText(/^This is the beginning\. The whole file has /)).toBeTruthy()
})

test('what cannot be shown says why; a failure can be tried again', async () => {
  host.on('files.preview', failedReply(422, 'INVALID_INPUT', 'This picture cannot be read. You can download it.'))
  show()
  const dialog = await open('map.png')
  expect(await dialog.findByText('This picture cannot be read. You can download it.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  host.on('files.preview', failedReply(503, 'UNAVAILABLE', 'The file cannot be read now.'))
  const other = await open('notes.md')
  const retry = await other.findByRole('button', { name: 'Retry' })
  host.on('files.preview', shown({ text: 'Doors' }))
  await user.click(retry)
  expect(await other.findByText('Doors')).toBeTruthy()
})

test('other kinds of files are only downloaded, and so are all where the server has no previews', async () => {
  show()
  await screen.findByRole('button', { name: 'map.png' })
  expect(screen.queryByRole('button', { name: 'all.zip' })).toBeNull()
  clearScreen()
  host.on('capabilities.list', ok({ data: [] }))
  show()
  await screen.findByText('map.png')
  expect(screen.queryByRole('button', { name: 'map.png' })).toBeNull()
})
