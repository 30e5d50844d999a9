import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { chooseFile, openImport, sentImports as sent, withImportHost } from '#support/import-dialog.ts'
import { user } from '#support/quick-user.ts'
import { ada, openTab, projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'

vi.mock('./reader-worker.ts?worker', async () => ({
  default: (await import('#support/import-dialog.ts')).ReaderStandIn,
}))
withImportHost()

const csv =
  'Name,State,Who,Due date\nDraw,Doing,Ada Lovelace,2026-12-05\nHang,Waiting,nobody,\nSoon,Done,,5/6/2026\n,Done,,\n'
const choose = (text: string, name = 'tasks.csv') => chooseFile(new File([text], name))

test('a CSV is mapped, shown and imported; each row that is left out is named with its line', async () => {
  const dialog = await choose(csv)
  const preview = within(await dialog.findByRole('region', { name: 'Preview' }))
  await waitFor(() => expect(preview.getByRole('status').textContent).toBe('3 tasks, 1 row left out'))
  expect(dialog.getByText('Line 5: It has no title.')).toBeTruthy()
  // What cannot be read for certain is asked about, and costs no task.
  expect(dialog.getByText(/^“Soon”: Due date: 5\/6\/2026 could be 5 June or 6 May/)).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: /^Dates like/ }))
  await user.click(await screen.findByRole('option', { name: /^Month first/ }))
  expect(await dialog.findByText('2026-05-06')).toBeTruthy()
  expect(dialog.queryByText(/^“Soon”:/)).toBeNull()
  expect(await dialog.findByText(/^“Hang”: ‘nobody’ isn’t a member/)).toBeTruthy()
  expect(dialog.getByText('1 task. Check this one.')).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: /^Waiting/ }))
  await user.click(await screen.findByRole('option', { name: 'Requested' }))
  await user.click(dialog.getByRole('button', { name: 'Import 3 tasks' }))
  // A requested task has no column.
  expect(await dialog.findByText('2 tasks are on the board, and 1 in the Backlog only.')).toBeTruthy()
  expect(sent()[0]?.tasks).toMatchObject([
    { title: 'Draw', status: 2, assignedToID: ada.id, dueOn: '2026-12-05' },
    { title: 'Hang', status: 0, description: '**From the file**\n\n- Status: Waiting\n- Assigned to: nobody' },
    { title: 'Soon', dueOn: '2026-05-06' },
  ])
  await user.click(dialog.getByRole('button', { name: 'Undo the import' }))
  expect(await dialog.findByText(/^1 task moved to Trash\. 1 task stays/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Undo the import' })).toBeNull()
})

test('an import whose answer was lost is sent again under the same key, and loses nothing that was chosen', async () => {
  host.on('imports.create', failedReply(503, 'UNAVAILABLE', 'The server is busy. Please try again.'))
  const dialog = await choose('Title\nDraw\n')
  await user.click(await dialog.findByRole('button', { name: 'Import 1 task' }))
  expect(await dialog.findByText('The server is busy. Please try again.')).toBeTruthy()
  host.on('imports.create', ok({ data: { id: projectID, created: 1 } }))
  await user.click(dialog.getByRole('button', { name: 'Import 1 task' }))
  expect(await dialog.findByText('1 task is on the board.')).toBeTruthy()
  expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  expect(sent().length).toBeGreaterThan(1)
})

test('[MOVE-32] without a column of titles the dialog asks for it beside the button, and imports nothing', async () => {
  const dialog = await choose('Size,Berth\n1,2\n')
  expect(await dialog.findByText('Choose the column that has the titles.')).toBeTruthy()
  const button = dialog.getByRole('button', { name: 'Import' })
  expect(button).toHaveProperty('disabled', true)
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Choose the column that has the titles.')
  await user.click(dialog.getByRole('combobox', { name: /^Size/ }))
  await user.click(await screen.findByRole('option', { name: 'Title' }))
  expect(await dialog.findByRole('button', { name: 'Import 1 task' })).toBeTruthy()
})

test('a file that cannot be read is refused with a sentence, and another one can be chosen', async () => {
  const dialog = await choose('{"a":1}', 'notes.json')
  expect(
    await dialog.findByText(
      'notes.json: This JSON has no list of tasks. It may be a board of Trello, Planka or WeKan, issues of GitHub, an exported project, or a list of records with titles.',
    ),
  ).toBeTruthy()
  await user.upload(dialog.getByLabelText('File with tasks'), new File(['Title\nDraw\n'], 'tasks.csv'))
  expect(await dialog.findByRole('button', { name: 'Import 1 task' })).toBeTruthy()
})

test('members export but do not import; on a host without imports there is no menu', async () => {
  const menu = await openImport('member')
  const item = within(menu).getByRole('menuitem', { name: /^Import tasks…/ })
  expect([item.getAttribute('aria-disabled'), item.textContent]).toEqual(['true', 'Import tasks…For owners and admins'])
  host.on('imports.download', ok(undefined))
  await user.click(within(menu).getByRole('menuitem', { name: 'Export as CSV' }))
  await waitFor(() => expect(host.called('imports.download')[0]?.input).toEqual({ params: { id: projectID }, query: { format: 'csv' } })) // prettier-ignore
  clearScreen()
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  serveTasks([taskOf(1)])
  openTab()
  await screen.findByText('1 task')
  expect(screen.queryByRole('button', { name: 'Import and export' })).toBeNull()
})
