import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import type { SendOptions } from '#shared/api-client/transport.ts'
import { FILE_MAX_BYTES, type ProjectFile } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { useToasts } from '#lib/toast.ts'
import { useSession } from '#lib/session.ts'
import { FilesTab } from './FilesTab.tsx'
import { useUploads } from './upload-queue.ts'

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const projectID = idOf(1)
const ada = idOf(100)
const grace = idOf(101)
const fileOf = (number: number, extra: Partial<ProjectFile> = {}): ProjectFile => ({
  id: idOf(number),
  projectID: projectID,
  name: `file-${number}.txt`,
  size: 2048,
  contentType: 'text/plain',
  uploadedByID: grace,
  uploadedByUsername: 'grace',
  uploadedByName: 'Grace Hopper',
  createdAt: '2025-01-05T10:00:00.000Z',
  ...extra,
})

/** The project's files on the fake server; uploads and deletions change them. */
let kept: ProjectFile[] = []
const listed = (limit = 20) =>
  host.on('files.list', ({ input }) => {
    const { page = 1 } = input.query as { page?: number }
    const total = kept.length
    const data = kept.slice((page - 1) * limit, page * limit)
    return ok({ data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } })
  })
const as = (roleInProject: string) =>
  host.on('projects.userDetails', ok({ data: { userID: ada, username: 'ada', projectID: projectID, roleInProject } }))
const show = (query = '') =>
  renderRoutes(
    [{ path: '/project/:projectID/files', element: <FilesTab projectID={projectID} /> }],
    `/project/${projectID}/files${query}`,
  )

/** Uploads that wait until the test answers them. */
type Sent = SendOptions & { answer: (reply: Reply) => void }
const holdUploads = () => {
  const sent: Sent[] = []
  host.on('files.upload', (_call, how) => {
    return new Promise((resolve) => {
      how.signal?.addEventListener('abort', () => resolve(failedReply(0, 'CANCELLED')))
      sent.push({ ...how, answer: resolve })
    })
  })
  return sent
}
const store = (sent: Sent) => {
  const file = fileOf(200 + kept.length, { name: sent.file?.name ?? '', uploadedByID: ada, uploadedByUsername: 'ada' })
  kept = [file, ...kept]
  sent.answer({ ok: true, status: 201, data: { data: file } })
}
const textFile = (name: string, size = 4) => new File(['x'.repeat(size)], name)
const choose = (...files: File[]) => user.upload(screen.getByTestId('file-input'), files)
const uploads = () => within(screen.getByRole('list', { name: 'Uploads' })).queryAllByRole('listitem')
const row = (name: string) => uploads().find((one) => one.textContent.includes(name))!
const files = () => within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem')
const toasts = () => useToasts.getState().toasts.map(({ message }) => message)

beforeEach(() => {
  kept = []
  host.userID = ada
  as('member')
  listed()
})
afterEach(clearScreen)

test('[FILES-01] several files are uploaded at once, each with its progress, and are listed once they are stored', async () => {
  const sent = holdUploads()
  show()
  await screen.findByText('No files yet')
  expect(screen.getByText(/A file can have up to 25 MB\./)).toBeTruthy()
  await choose(textFile('one.txt', 4000), textFile('two.txt'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(host.called('files.upload').map(({ input }) => input.params)).toEqual([{ id: projectID }, { id: projectID }])
  act(() => sent[0]!.onProgress?.({ loaded: 1000, total: 4000 }))
  const bar = within(row('one.txt')).getByRole('progressbar', { name: 'Upload of one.txt' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect(row('one.txt').textContent).toContain('1,000 B of 3.9 KB')
  store(sent[0]!)
  await waitFor(() => expect(files().map((one) => one.textContent)).toEqual([expect.stringContaining('one.txt')]))
  expect(uploads()).toHaveLength(1)
  expect(toasts()).toEqual([])
  const said = () => [...screen.getByRole('log').children].map(({ textContent }) => textContent)
  expect(said()).toEqual(['one.txt was uploaded.'])
  store(sent[1]!)
  await waitFor(() => expect(uploads()).toHaveLength(0))
  expect(said()).toEqual(['one.txt was uploaded.', 'two.txt was uploaded.', '2 files were uploaded: one.txt, two.txt.'])
  expect(files().map((one) => one.textContent.includes('two.txt'))).toEqual([true, false])
  expect(toasts()).toEqual(['2 files were uploaded.'])
})

test('[FILES-01] three uploads run at a time, and the next begins as soon as one has ended', async () => {
  const sent = holdUploads()
  show()
  await choose(...['a', 'b', 'c', 'd'].map((name) => textFile(`${name}.txt`)))
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(row('d.txt').textContent).toContain('Waiting')
  store(sent[1]!)
  await waitFor(() => expect(sent.map(({ file }) => file?.name)).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt']))
})

test('[FILES-01] files dropped on the page are uploaded, and the page says so while they are held over it', async () => {
  const sent = holdUploads()
  show()
  await screen.findByText('No files yet')
  const dataTransfer = { types: ['Files'], files: [textFile('dropped.txt')], dropEffect: 'none' }
  fireEvent.dragOver(document.body, { dataTransfer })
  expect(screen.getByText('Drop to upload')).toBeTruthy()
  expect(dataTransfer.dropEffect).toBe('copy')
  fireEvent.dragLeave(document.body, { dataTransfer, relatedTarget: null })
  expect(screen.queryByText('Drop to upload')).toBeNull()
  const drop = createEvent.drop(document.body, { dataTransfer })
  fireEvent(document.body, drop)
  expect(drop.defaultPrevented).toBe(true)
  await waitFor(() => expect(sent.map(({ file }) => file?.name)).toEqual(['dropped.txt']))
  // Dragged text is not handled by the page.
  const text = createEvent.drop(document.body, { dataTransfer: { types: ['text/plain'], files: [] } })
  fireEvent(document.body, text)
  expect(text.defaultPrevented).toBe(false)
})

test('[FILES-01] an upload can be cancelled, and the others go on', async () => {
  const sent = holdUploads()
  show()
  await choose(textFile('one.txt'), textFile('two.txt'))
  await waitFor(() => expect(sent).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Cancel one.txt' }))
  expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true, false])
  expect(uploads().map((one) => one.textContent.includes('two.txt'))).toEqual([true])
  // When the cancelled row goes, a remaining button gets the focus.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Cancel two.txt'))
  store(sent[1]!)
  await waitFor(() => expect(uploads()).toHaveLength(0))
  expect(toasts()).toEqual(['1 file was uploaded.'])
})

test('[FILES-01] a failed upload stays in the list with the server’s message, until it is retried or removed', async () => {
  const sent = holdUploads()
  show()
  await choose(textFile('one.txt'))
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]!.answer(failedReply(503, 'UNAVAILABLE', 'The file could not be stored. Please try again.'))
  expect(await within(row('one.txt')).findByText('The file could not be stored. Please try again.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Retry one.txt' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  sent[1]!.answer(failedReply(0, 'NETWORK'))
  expect(await within(row('one.txt')).findByText('Failed to upload the file')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take one.txt off the list' }))
  expect(uploads()).toHaveLength(0)
  expect(toasts()).toEqual([])
})

test('[FILES-01] an upload that is retried while the list is being read stays visible and can be cancelled', async () => {
  const sent = holdUploads()
  show()
  await choose(textFile('one.txt'))
  await waitFor(() => expect(sent).toHaveLength(1))
  const lists: Array<() => void> = []
  host.on('files.list', () => new Promise((resolve) => lists.push(() => resolve(failedReply(500, 'INTERNAL')))))
  sent[0]!.answer(failedReply(0, 'NETWORK'))
  await user.click(await screen.findByRole('button', { name: 'Retry one.txt' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(lists).toHaveLength(1))
  await act(async () => {
    lists.forEach((answer) => answer())
    await Promise.resolve()
  })
  expect(await screen.findByText('Failed to load files')).toBeTruthy()
  expect(row('one.txt').textContent).toContain('of')
  await user.click(screen.getByRole('button', { name: 'Cancel one.txt' }))
  expect(sent[1]?.signal?.aborted).toBe(true)
})

test('[FILES-01] a file that would be refused is not sent: one that is too large, empty or unreadable', async () => {
  const sent = holdUploads()
  show()
  const large = Object.defineProperty(textFile('large.bin'), 'size', { value: FILE_MAX_BYTES + 1 })
  const folder = Object.assign(textFile('folder'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('a folder')) }),
  })
  await choose(large, textFile('empty.txt', 0), folder)
  expect(await screen.findByText('This file cannot be read. It may be a folder, or have been moved.')).toBeTruthy()
  expect(row('large.bin').textContent).toContain('A file can have up to 25 MB.')
  expect(row('empty.txt').textContent).toContain('The file is empty.')
  // Another try can help the unreadable file only; the others keep their size.
  expect(screen.getAllByRole('button', { name: /^Retry/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Retry folder',
  ])
  expect(sent).toEqual([])
})

test('uploads go on while another tab is open, are asked about before the page closes, and end with the session', async () => {
  const sent = holdUploads()
  const router = show()
  await choose(textFile('one.txt'))
  await waitFor(() => expect(sent).toHaveLength(1))
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(closing()).toBe(true)
  await act(() => router.navigate('/elsewhere'))
  expect(sent[0]?.signal?.aborted).toBe(false)
  await act(() => router.navigate(-1))
  expect(row('one.txt')).toBeTruthy()
  act(() => useSession.setState({ userID: null }))
  expect(sent[0]?.signal?.aborted).toBe(true)
  expect(useUploads.getState().uploads).toEqual([])
  expect(closing()).toBe(false)
})

test('[FILES-01] the list shows each file with size, uploader and date, and downloads it under its name', async () => {
  kept = [fileOf(2, { name: 'План.pdf', size: 1_572_864 })]
  let saved: string | undefined
  host.on('files.download', (_call, how) => {
    saved = how.saveAs
    return ok({ isSaved: true })
  })
  show()
  await screen.findByText('1 file')
  const [file] = files()
  for (const text of ['План.pdf', '1.5 MB', 'Grace Hopper', 'Jan 5, 2025']) expect(file?.textContent).toContain(text)
  expect(within(file!).getAllByRole('link', { name: 'Grace Hopper' })[0]?.getAttribute('href')).toBe('/pf/grace')
  await user.click(screen.getByRole('button', { name: 'Download План.pdf' }))
  await waitFor(() => expect(saved).toBe('План.pdf'))
  expect(host.called('files.download')[0]?.input).toEqual({ params: { id: projectID, fileId: idOf(2) } })
  host.on('files.download', failedReply(503, 'UNAVAILABLE', 'The file cannot be read now. Please try again.'))
  await user.click(screen.getByRole('button', { name: 'Download План.pdf' }))
  await waitFor(() => expect(toasts()).toEqual(['План.pdf: The file cannot be read now. Please try again.']))
})

test('[FILES-01] the uploader of a file deletes it after a question; a member may not delete another’s, and is told why', async () => {
  kept = [fileOf(2, { name: 'mine.txt', uploadedByID: ada, uploadedByUsername: 'ada' }), fileOf(3)]
  host.on('files.remove', ({ input }) => {
    kept = kept.filter(({ id }) => id !== (input.params as { fileId: string }).fileId)
    return ok({ message: 'The file was deleted.' })
  })
  show()
  const others = await screen.findByRole('button', { name: 'Delete file-3.txt' })
  expect(others.getAttribute('aria-disabled')).toBe('true')
  await user.click(others)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toasts()).toEqual(['Only owners, admins and the person who uploaded a file can delete it.'])
  await user.click(screen.getByRole('button', { name: 'Delete mine.txt' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(host.called('files.remove')).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Delete mine.txt' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(files()).toHaveLength(1))
  expect(host.called('files.remove').map(({ input }) => input)).toEqual([
    { params: { id: projectID, fileId: idOf(2) } },
  ])
  expect(toasts()).toContain('mine.txt was deleted.')
})

test.each(['owner', 'admin'])('[FILES-01] an %s may delete every file', async (role) => {
  as(role)
  kept = [fileOf(2)]
  show()
  const button = await screen.findByRole('button', { name: 'Delete file-2.txt' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
})

test('a failed load says so and can be tried again; a page after the last one leads to the last one', async () => {
  kept = [fileOf(2), fileOf(3), fileOf(4)]
  host.on('files.list', failedReply(500, 'INTERNAL', 'The disk is full.'))
  const router = show('?page=9')
  expect(await screen.findByText('Failed to load files')).toBeTruthy()
  expect(screen.getByText('The disk is full.')).toBeTruthy()
  listed(2)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  expect(await screen.findByText('file-4.txt')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Page 1' }).getAttribute('href')).toBe(`/project/${projectID}/files`)
})
