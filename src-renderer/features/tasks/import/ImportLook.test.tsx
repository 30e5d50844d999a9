import { waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { chooseFile, chooseOption, sentImports, serveImports, withImportHost } from '#support/import-dialog.ts'
import { user } from '#support/quick-user.ts'
import { projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'

vi.mock('./reader-worker.ts?worker', async () => ({
  default: (await import('#support/import-dialog.ts')).ReaderStandIn,
}))
withImportHost()

type Dialog = Awaited<ReturnType<typeof chooseFile>>
const chosen = async (dialog: Dialog, name: RegExp) => (await dialog.findByRole('combobox', { name })).textContent
const titles = async (dialog: Dialog) => {
  const rows = within(await dialog.findByRole('region', { name: 'First tasks' })).getAllByRole('row')
  return rows.slice(1).map((row) => within(row).getAllByRole('cell')[0]?.textContent)
}
const csv = (text: string) => new File([text], 'tasks.csv')

test('[MOVE-07] the encoding is found and shown, and another choice reads the file again', async () => {
  // 'Title' and 'Парус' in Windows-1251.
  const dialog = await chooseFile(new File([new Uint8Array([...'Title\n'].map((one) => one.charCodeAt(0))), new Uint8Array([0xcf, 0xe0, 0xf0, 0xf3, 0xf1, 0x20, 0xe4, 0xeb, 0xff, 0x20, 0xeb, 0xee, 0xe4, 0xea, 0xe8])], 'sails.csv')) // prettier-ignore
  expect(await titles(dialog)).toEqual(['Парус для лодки'])
  expect(await chosen(dialog, /^Encoding/)).toMatch(/1251/)
  await chooseOption(dialog, /^Encoding/, /1252/)
  await waitFor(async () => expect(await titles(dialog)).toEqual(['Ïàðóñ äëÿ ëîäêè']))
})

test('[MOVE-08] the separator and the line of the names are found, and can be changed', async () => {
  const dialog = await chooseFile(csv('Plan of the yard;;\nTitle;Status;Name\nDraw;Doing;Keel\nHang;Done;Sail\n'))
  expect(await titles(dialog)).toEqual(['Draw', 'Hang'])
  expect([await chosen(dialog, /^Separator/), await chosen(dialog, /^Names of the columns/)]).toEqual(['Semicolon', 'Line 2']) // prettier-ignore
  await chooseOption(dialog, /^Names of the columns/, 'Line 3')
  await waitFor(async () => expect(await titles(dialog)).toEqual(['Hang']))
  await chooseOption(dialog, /^Names of the columns/, 'None')
  await waitFor(async () => expect(await titles(dialog)).toEqual(['Plan of the yard', 'Title', 'Draw', 'Hang']))
  await chooseOption(dialog, /^Names of the columns/, 'Line 3')
  await chooseOption(dialog, /^Separator/, 'Tab')
  expect(await dialog.findByRole('combobox', { name: /^Draw;Doing;Keel/ })).toBeTruthy()
})

test('[MOVE-09] where no day of a column decides the order the preview asks, and no task is left out', async () => {
  const dialog = await chooseFile(csv('Title,Due date\nDraw,05/06/2026\n'))
  expect(await dialog.findByText('The file does not say which. Please choose.')).toBeTruthy()
  expect(await chosen(dialog, /^Dates like/)).toBe('Leave empty')
  expect(await dialog.findByRole('button', { name: 'Import 1 task' })).toBeTruthy()
  await chooseOption(dialog, /^Dates like/, /^Day first/)
  expect(await dialog.findByText('2026-06-05')).toBeTruthy()
  expect(dialog.queryByText('The file does not say which. Please choose.')).toBeNull()
})

test('[MOVE-11] each status and priority shows its number and can mean another, the unknown ones first', async () => {
  const dialog = await chooseFile(
    csv('Title,Status,Priority\nDraw,Doing,P1\nHang,Wartend,Hoechst\nPaint,Wartend,P1\nRow,Done,\n'),
  )
  const statuses = within(await dialog.findByRole('region', { name: 'Statuses' }))
  expect(statuses.getAllByRole('combobox').map((one) => one.getAttribute('aria-labelledby') !== null)).toHaveLength(3)
  const [first] = statuses.getAllByRole('combobox')
  expect(first).toBe(statuses.getByRole('combobox', { name: /^Wartend/ }))
  expect(statuses.getByText('2 tasks. Check this one.')).toBeTruthy()
  await chooseOption(dialog, /^Wartend/, 'Under Review')
  await chooseOption(dialog, /^Hoechst/, 'Urgent')
  await waitFor(() => expect(dialog.queryByText(/Check this one/)).toBeNull())
  await user.click(await dialog.findByRole('button', { name: 'Import 4 tasks' }))
  await dialog.findByText('3 tasks are on the board.')
  expect(sentImports()[0]?.tasks).toMatchObject([
    { title: 'Draw', status: 2 },
    { title: 'Hang', status: 3, priority: 'urgent' },
    { title: 'Paint', status: 3 },
    { title: 'Row', status: 4 },
  ])
})

test('[MOVE-13] finished and archived cards show their number, and what they become is chosen', async () => {
  const card = (name: string, extra: object) => ({ id: name, name, idList: 'l1', closed: false, ...extra })
  const board = {
    lists: [{ id: 'l1', name: 'Doing', closed: false }],
    cards: [
      card('Draw', { due: '2026-01-05T10:00:00Z', dueComplete: true }),
      card('Hang', {}),
      card('Old', { closed: true }),
    ],
  }
  const dialog = await chooseFile(new File([JSON.stringify(board)], 'board.json'))
  expect(await dialog.findByRole('region', { name: 'Lists' })).toBeTruthy()
  const others = within(await dialog.findByRole('region', { name: 'Finished and archived' }))
  expect(others.getAllByText('1 task')).toHaveLength(2)
  expect(await titles(dialog)).toEqual(['Draw', 'Hang'])
  await chooseOption(dialog, /^Finished by/, 'By their status or list')
  await chooseOption(dialog, /^In the archive/, 'Completed')
  await user.click(await dialog.findByRole('button', { name: 'Import 3 tasks' }))
  await dialog.findByText('3 tasks are on the board.')
  expect(sentImports()[0]?.tasks).toMatchObject([{ status: 2 }, { status: 2 }, { title: 'Old', status: 4 }])
})

test('[MOVE-31] columns of one name are one choice, and empty ones are folded and can be opened', async () => {
  const empty = Array.from({ length: 2_200 }, (_, at) => `Field ${at}`)
  const head = ['Title', 'Labels', 'Labels', ...empty].join(',')
  const dialog = await chooseFile(csv(`${head}\nDraw,rope,sail${','.repeat(empty.length)}\n`))
  const columns = within(await dialog.findByRole('region', { name: 'Columns' }))
  expect(columns.getAllByRole('combobox')).toHaveLength(2)
  expect(columns.getByText('2 columns: rope')).toBeTruthy()
  await user.click(columns.getByRole('button', { name: /^Show 60 more of 2,200 columns/ }))
  expect(columns.getAllByRole('combobox')).toHaveLength(62)
  await chooseOption(dialog, /^Labels/, 'Left out')
  await user.click(await dialog.findByRole('button', { name: 'Import 1 task' }))
  await dialog.findByText('3 tasks are on the board.')
  expect(sentImports()[0]?.tasks).toMatchObject([{ labels: [] }])
})

test('[MOVE-32] rows that are left out are listed first, and the reason stands beside a disabled button', async () => {
  const dialog = await chooseFile(csv('Title,Status\n,Doing\n'))
  const names = (await dialog.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
  await waitFor(() => expect(dialog.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('Left out'))
  expect(names).not.toEqual([])
  const button = dialog.getByRole('button', { name: 'Import' })
  expect(button).toHaveProperty('disabled', true)
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('There is no task to import.')
})

/** Begins the page again on a host that answers; what the browser keeps stays. */
const reload = () => {
  const kept = { ...localStorage } as Record<string, string>
  clearScreen()
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
  serveImports()
  host.on('imports.create', ({ input }) => {
    const { tasks } = input.body as { tasks: object[] }
    return ok({ data: { id: projectID, created: tasks.length } })
  })
}

test('[MOVE-28] [MOVE-30] an import in parts goes on after a reload under the same keys', async () => {
  const rows = Array.from({ length: 2_001 }, (_, at) => `Task ${at}`)
  const file = () => new File([`Title\n${rows.join('\n')}\n`], 'many.csv', { lastModified: 5 })
  let parts = 0
  host.on('imports.create', () => {
    parts += 1
    return parts === 1
      ? ok({ data: { id: projectID, created: 2_000 } })
      : failedReply(403, 'FORBIDDEN', 'The line is cut.')
  })
  const dialog = await chooseFile(file())
  await user.click(await dialog.findByRole('button', { name: 'Import 2,001 tasks' }))
  expect(await dialog.findByText('The line is cut.')).toBeTruthy()
  const before = sentImports()
  reload()
  const again = await chooseFile(file())
  await user.click(await again.findByRole('button', { name: 'Import 2,001 tasks' }))
  expect(await again.findByText('2,001 tasks are on the board.')).toBeTruthy()
  const after = sentImports()
  expect(after.map(({ tasks, continues }) => [tasks.length, continues])).toEqual([
    [2_000, undefined],
    [1, projectID],
  ])
  expect(after.map(({ idempotencyKey }) => idempotencyKey)).toEqual([...new Set(before.map(({ idempotencyKey }) => idempotencyKey))]) // prettier-ignore
  // What is finished is another import when the same file is chosen again.
  reload()
  const third = await chooseFile(file())
  await user.click(await third.findByRole('button', { name: 'Import 2,001 tasks' }))
  await third.findByText('2,001 tasks are on the board.')
  expect(sentImports().at(-1)?.idempotencyKey).not.toBe(after[1]?.idempotencyKey)
})

test('[MOVE-28] an import in parts sends all of them, though its first one changes the columns and the tasks', async () => {
  const rows = Array.from({ length: 2_001 }, (_, at) => `Task ${at},${at === 0 ? 'Wartend' : 'Doing'}`)
  host.on('capabilities.list', ok({ data: ['tasks2', 'import', 'stages'] }))
  let list = { stages: [] as object[], version: 3 }
  host.on('stages.list', () => ok({ data: list }))
  host.on('stages.replace', ({ input }) => {
    const { stages } = input.body as { stages: object[] }
    list = { stages: stages.map((stage, at) => ({ limit: null, ...stage, id: at + 1 })), version: 4 }
    return ok({ data: list })
  })
  const columns = () => [...document.querySelectorAll('[data-column] h3')].map(({ textContent }) => textContent)
  host.on('imports.create', async ({ input }) => {
    serveTasks([taskOf(1), taskOf(2, { status: 2 })])
    await waitFor(() => expect(columns()).toContain('Wartend'))
    const { tasks } = input.body as { tasks: object[] }
    return tasks.length === 0
      ? failedReply(422, 'VALIDATION', 'There is no task.')
      : ok({ data: { id: projectID, created: tasks.length } })
  })
  const dialog = await chooseFile(csv(`Title,Status\n${rows.join('\n')}\n`))
  await user.click(await dialog.findByRole('button', { name: 'Import 2,001 tasks' }))
  expect(await dialog.findByText('2,001 tasks are on the board.')).toBeTruthy()
  expect(sentImports().map(({ tasks }) => tasks.length)).toEqual([2_000, 1])
  expect(host.called('stages.replace')).toHaveLength(1)
})

test('[MOVE-12] lists that are no status become columns of the board, or labels where one chooses so', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'import', 'stages'] }))
  host.on('stages.list', ok({ data: { stages: [], version: 3 } }))
  host.on('stages.replace', ok({ data: { stages: [], version: 4 } }))
  const dialog = await chooseFile(csv('Title,Status,Notes,Number\nDraw,Wartend,See #2,1\nHang,Doing,,2\n'))
  expect(await dialog.findByText('New columns: Assigned, Wartend')).toBeTruthy()
  await chooseOption(dialog, /list that is no status/, 'Labels')
  await waitFor(() => expect(dialog.queryByText(/^New columns/)).toBeNull())
  await chooseOption(dialog, /list that is no status/, 'Columns of the board')
  await dialog.findByText('New columns: Assigned, Wartend')
  await user.click(await dialog.findByRole('button', { name: 'Import 2 tasks' }))
  await dialog.findByText('3 tasks are on the board.')
  expect(host.called('stages.replace')[0]?.input).toMatchObject({ body: { version: 3, stages: [{ name: 'Assigned' }, { name: 'Wartend', status: 1 }] } }) // prettier-ignore
  expect(sentImports()[0]).toMatchObject({ total: 2, numbers: [{ written: 2, place: 1 }], tasks: [{ stage: 'Wartend' }, { title: 'Hang' }] }) // prettier-ignore
  await user.click(dialog.getByRole('button', { name: 'Undo the import' }))
  expect(await dialog.findByText(/The columns that it added stay: Assigned, Wartend\.$/)).toBeTruthy()
})

test('[MOVE-12] columns that somebody else has changed are read again, and a second refusal is shown in its words', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'import', 'stages'] }))
  host.on('stages.list', () => ok({ data: { stages: [], version: 3 + host.called('stages.replace').length } }))
  const refused = failedReply(409, 'CONFLICT', 'Somebody else has changed the stages.')
  host.on('stages.replace', refused)
  const dialog = await chooseFile(csv('Title,Status\nDraw,Wartend\n'))
  await user.click(await dialog.findByRole('button', { name: 'Import 1 task' }))
  expect(await dialog.findByText('Somebody else has changed the stages.')).toBeTruthy()
  const versions = () => host.called('stages.replace').map(({ input }) => (input.body as { version: number }).version)
  expect(versions()).toEqual([3, 4])
  host.on('stages.replace', () => (versions().length === 3 ? refused : ok({ data: { stages: [], version: 7 } })))
  await user.click(await dialog.findByRole('button', { name: 'Import 1 task' }))
  expect(await dialog.findByText('3 tasks are on the board.')).toBeTruthy()
  expect(versions()).toEqual([3, 4, 5, 6])
})

test('[MOVE-12] on a server without stages such lists are labels', async () => {
  const dialog = await chooseFile(csv('Title,Status\nDraw,Wartend\n'))
  await user.click(await dialog.findByRole('button', { name: 'Import 1 task' }))
  await dialog.findByText('3 tasks are on the board.')
  expect(sentImports()[0]).not.toHaveProperty('total')
  expect(sentImports()[0]?.tasks).toMatchObject([{ labels: ['Wartend'] }])
})

test('[MOVE-20] an assignee who is no member is invited once for all their tasks, and one without an account is said', async () => {
  const found = { id: projectID, username: 'lin', name: 'Lin Chen', email: 'lin@example.org' }
  host.on('memberships.search', ({ input }) =>
    ok({ data: (input.params as { query: string }).query === 'lin@example.org' ? [found] : [] }),
  )
  host.on(
    'memberships.invite',
    ok({ data: { requestId: projectID, userID: projectID, projectID, role: 'member', status: 0 } }),
  )
  const dialog = await chooseFile(
    csv('Title,Assignee\nDraw,lin@example.org\nHang,LIN@example.org\nRow,Nobody Known\nSew,Ada Lovelace\n'),
  )
  const people = within(await dialog.findByRole('region', { name: 'Not in the project' }))
  expect(people.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'lin@example.org · 2 tasksInvite',
    'Nobody Known · 1 taskInvite',
  ])
  await user.click(people.getByRole('button', { name: 'Invite lin@example.org' }))
  expect(await people.findByText(/^Invited\./)).toBeTruthy()
  expect(host.called('memberships.invite').map(({ input }) => input)).toEqual([{ params: { id: projectID, userId: projectID }, body: { role: 'member' } }]) // prettier-ignore
  await user.click(people.getByRole('button', { name: 'Invite Nobody Known' }))
  expect(await people.findByText(/^No account is found\./)).toBeTruthy()
  expect(host.called('memberships.invite')).toHaveLength(1)
})

test('[MOVE-20] an address without an account is invited once for all their tasks, and the sheet says when its mail leaves', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'import', 'mailInvitations'] }))
  host.on('memberships.search', ok({ data: [] }))
  host.on('addressInvitations.create', ({ input }) => {
    const { email } = input.body as { email: string }
    const more = { id: projectID, role: 'member', taskID: null, createdAt: '2026-11-28T10:00:00Z', endsAt: null }
    return ok({ data: { ...more, email, state: email.startsWith('kim') ? 'mailed' : 'asked', isResent: false } })
  })
  const dialog = await chooseFile(
    csv('Title,Assignee\nDraw,Lin <lin@example.org>\nHang,LIN@example.org\nRow,kim@example.org\n'),
  )
  const people = within(await dialog.findByRole('region', { name: 'Not in the project' }))
  await user.click(people.getByRole('button', { name: 'Invite Lin <lin@example.org>' }))
  expect(await people.findByText(/^lin@example.org has no account here\. An administrator/)).toBeTruthy()
  const button = people.getByRole('button', { name: 'Invite Lin <lin@example.org>' })
  expect([button.textContent, button.hasAttribute('disabled')]).toEqual(['Invited', true])
  await user.click(people.getByRole('button', { name: 'Invite kim@example.org' }))
  expect(await people.findByText(/^kim@example.org has no account here\. Their mail is on its way/)).toBeTruthy()
  expect(host.called('addressInvitations.create').map(({ input }) => input)).toEqual([
    { params: { id: projectID }, body: { email: 'lin@example.org', role: 'member' } },
    { params: { id: projectID }, body: { email: 'kim@example.org', role: 'member' } },
  ])
})
