import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { commentOf, entryOf, hostFeed, movedOf } from '#support/talk.ts'
import { ada, card, fill, grace, layOut, openTab, projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { followLive } from '#data/live.ts'
import { membersQuery } from '#data/memberships.ts'
import { forgetPerson } from '#lib/browser-storage.ts'
import { queryClient } from '#lib/query-client.ts'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
const task = taskOf(1)
const lena = { ...grace, username: 'lena', name: 'Lena Okoro' }
beforeAll(() =>
  Promise.all([import('../task/TaskDialog.tsx'), import('../task/TaskAside.tsx'), import('#ui/text/CommentText.tsx')]),
)
beforeEach(() => {
  host.userID = ada.id
  localStorage.clear()
})
let end: () => void = () => undefined
afterEach(() => {
  end()
  clearScreen()
})

const open = async () => {
  serveTasks([task, taskOf(2)])
  openTab('/1')
  const members = [
    { ...lena, userID: lena.id, role: 'member' },
    { ...ada, userID: ada.id, role: 'owner' },
  ]
  act(() => void queryClient.setQueryData(membersQuery(projectID).queryKey, { data: members } as never))
  return within(await screen.findByRole('region', { name: 'Comments and history' }))
}
const list = async () => screen.findByRole('list', { name: 'Comments and history' })
const texts = async () => [...(await list()).querySelectorAll(':scope > li')].map((row) => row.textContent)
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
const sent = () =>
  host.called('comments.create').map(({ input }) => input.body as { body: string; idempotencyKey: string })
const answerComments = () =>
  host.on('comments.create', ({ input }) => {
    const { body } = input.body as { body: string }
    return ok({ data: commentOf(90 + sent().length, ada, { body, mayEdit: true, mayDelete: true }) })
  })

test('[TALK-04] [TALK-06] [TALK-28] comments and history stand in one labelled list, the newest at the end, and can be filtered by keyboard', async () => {
  hostFeed([movedOf(1, lena, '2'), entryOf(commentOf(2, lena)), movedOf(10, ada, '3')])
  const feed = await open()
  await waitFor(async () =>
    expect(await texts()).toEqual([
      expect.stringContaining('Lena Okoro moved this to In Progress'),
      expect.stringContaining('Comment 2'),
      expect.stringContaining('Ada Lovelace moved this to Under Review'),
    ]),
  )
  feed.getByRole('button', { name: 'Comments' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await texts()).toEqual([expect.stringContaining('Comment 2')]))
  feed.getByRole('button', { name: 'History' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect((await texts()).length).toBe(2))
  expect(host.called('comments.feed').map(({ input }) => (input.query as { show: string }).show)).toEqual([
    'all',
    'comments',
    'history',
  ])
})

test('[TALK-05] [TALK-28] ‘Show earlier’ adds the page before, until there is none', async () => {
  const entries = Array.from({ length: 7 }, (_, minute) => entryOf(commentOf(minute * 10, lena)))
  hostFeed(entries, 3)
  const feed = await open()
  const words = (from: number) =>
    entries.slice(from).map(({ comment }) => expect.stringContaining(comment?.body ?? '') as string)
  await waitFor(async () => expect(await texts()).toEqual(words(4)))
  const last = (await list()).lastElementChild
  feed.getByRole('button', { name: 'Show earlier' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await texts()).toEqual(words(1)))
  expect((await list()).lastElementChild).toBe(last)
  const button = feed.getByRole('button', { name: 'Show earlier' })
  // Who has the focus when the button has just left, before any timer can give it to another.
  let heir: Element | null = null
  const observer = new MutationObserver(() => {
    if (!button.isConnected) heir ??= document.activeElement
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await user.click(button)
  await waitFor(async () => expect(await texts()).toEqual(words(0)))
  observer.disconnect()
  expect(feed.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  expect(heir).toBe(feed.getByRole('group', { name: 'Feed' }))
  // Opened again it begins with the newest page, whatever was read before.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  host.on('comments.feed', failedReply(0, 'NETWORK'))
  await user.click(await card('Task 1'))
  await waitFor(async () => expect(await texts()).toEqual(words(4)))
})

test('a long feed draws its newest entries first, and right behind them what is older', async () => {
  hostFeed(Array.from({ length: 30 }, (_, minute) => entryOf(commentOf(minute, lena))))
  /** The numbers of entries that the screen has had, one after the other. */
  const counts = new Set<number>()
  const look = new MutationObserver(() => counts.add(document.querySelectorAll('[data-entry]').length))
  look.observe(document.body, { childList: true, subtree: true })
  await open()
  await waitFor(async () => expect((await texts()).length).toBe(30))
  look.disconnect()
  expect([...counts].filter((count) => count > 0)).toEqual([5, 30])
  expect((await texts()).at(-1)).toContain('Comment 29')
})

test('[TALK-13] the box has Write and Preview, and Ctrl+Enter and Cmd+Enter send', async () => {
  hostFeed([])
  answerComments()
  const feed = await open()
  fill(await box(), 'Look **here**, @lena and #2')
  await user.click(feed.getByRole('tab', { name: 'Preview' }))
  const panel = within(await feed.findByRole('tabpanel'))
  expect((await panel.findByText('here')).tagName).toBe('STRONG')
  expect([...(await feed.findByRole('tabpanel')).querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual([
    '/pf/lena',
    `/project/${projectID}/tasks/2`,
  ])
  await user.click(feed.getByRole('tab', { name: 'Write' }))
  fireEvent.keyDown(await box(), { key: 'Enter', ctrlKey: true })
  await waitFor(async () => expect((await box()).value).toBe(''))
  fill(await box(), 'Second')
  fireEvent.keyDown(await box(), { key: 'Enter', metaKey: true })
  await waitFor(async () => expect((await texts()).at(-1)).toContain('Second'))
  expect(sent().map(({ body }) => body)).toEqual(['Look **here**, @lena and #2', 'Second'])
  expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
})

test('[TALK-14] a draft is there again after closing and reloading, each task has its own, and it is gone once sent', async () => {
  hostFeed([])
  answerComments()
  await open()
  fill(await box(), 'Half a thought')
  cleanup()
  await open()
  expect((await box()).value).toBe('Half a thought')
  cleanup()
  openTab('/2')
  expect((await box()).value).toBe('')
  cleanup()
  const feed = await open()
  await user.click(await feed.findByRole('button', { name: 'Comment' }))
  await waitFor(async () => expect((await box()).value).toBe(''))
  cleanup()
  await open()
  expect((await box()).value).toBe('')
})

test('[TALK-14] a draft is gone when the person signs out, and nobody else gets it', async () => {
  hostFeed([])
  await open()
  fill(await box(), 'A secret thought')
  cleanup()
  expect(JSON.stringify({ ...localStorage })).toContain('A secret thought')
  host.userID = grace.id
  await open()
  expect((await box()).value).toBe('')
  cleanup()
  host.userID = ada.id
  forgetPerson()
  expect(JSON.stringify({ ...localStorage })).not.toContain('A secret thought')
})

test('[TALK-15] [TALK-16] a comment that was not sent stays with ‘Not sent. Try again’, and is sent again under the same key', async () => {
  hostFeed([])
  host.on('comments.create', failedReply(0, 'NETWORK'))
  const feed = await open()
  fill(await box(), 'Did it arrive?')
  await user.click(await feed.findByRole('button', { name: 'Comment' }))
  expect((await feed.findByRole('alert')).textContent).toContain('Not sent. Try again')
  expect((await box()).value).toBe('Did it arrive?')
  // The page is loaded again: the answer that was lost may have been a success.
  cleanup()
  const again = await open()
  await user.click(await again.findByRole('button', { name: 'Comment' }))
  await again.findByRole('alert')
  answerComments()
  await user.click(again.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await box()).value).toBe(''))
  expect(sent()).toHaveLength(3)
  expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('[TALK-11] @ suggests members; arrows and Enter choose, Escape closes the suggestions alone, and so does the mouse choose', async () => {
  hostFeed([])
  await open()
  const field = await box()
  await user.type(field, 'Ask @le')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Lena Okoro')])
  expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id)
  await user.keyboard('{Enter}')
  expect((await box()).value).toBe('Ask @lena ')
  // The caret is behind the name at once, and stays where one types on.
  expect(field).toHaveProperty('selectionStart', 'Ask @lena '.length)
  await user.keyboard('@ok')
  await user.click(await screen.findByRole('option'))
  expect((await box()).value).toBe('Ask @lena @lena ')
  await user.type(await box(), '@l')
  await screen.findByRole('option')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(screen.getByRole('dialog', { name: /, task \d+$/ })).toBeTruthy()
  await user.type(await box(), ' @nobody-of-us')
  expect(screen.queryByRole('option')).toBeNull()
})

test('[TALK-17] [TALK-28] the author changes the own comment by keyboard, and it says ‘edited’', async () => {
  const own = commentOf(1, ada, { mayEdit: true, mayDelete: true })
  hostFeed([entryOf(own), entryOf(commentOf(2, lena))])
  host.on('comments.update', ({ input }) =>
    ok({ data: { ...own, body: (input.body as { body: string }).body, editedAt: own.createdAt } }),
  )
  const feed = await open()
  const [edit, ...others] = await feed.findAllByRole('button', { name: 'Edit the comment' })
  expect(others).toEqual([])
  edit?.focus()
  await user.keyboard('{Enter}')
  const field = await feed.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the comment' })
  expect([field.value, document.activeElement]).toEqual(['Comment 1', field])
  fill(field, 'Comment 1, better')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await waitFor(async () => expect((await texts())[0]).toMatch(/edited.*Comment 1, better/))
})

test('[TALK-18] [TALK-19] [TALK-28] deleting is asked first; later comments leave ‘Comment deleted’, else nothing stays', async () => {
  const own = commentOf(1, ada, { mayEdit: true, mayDelete: true })
  const last = commentOf(2, ada, { mayEdit: true, mayDelete: true })
  hostFeed([entryOf(own), entryOf(last)])
  host.on('comments.remove', ({ input }) => {
    const comment = (input.params as { id: string }).id === own.id ? own : last
    return ok({ data: { ...comment, body: '', isDeleted: true, mayEdit: false, mayDelete: false } })
  })
  const feed = await open()
  const press = async (at: number) => {
    ;(await feed.findAllByRole('button', { name: 'Delete the comment' }))[at]?.focus()
    await user.keyboard('{Enter}')
    return within(await screen.findByRole('dialog', { name: 'Delete this comment?' }))
  }
  await user.click((await press(0)).getByRole('button', { name: 'Cancel' }))
  expect(host.called('comments.remove')).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete this comment?' })).toBeNull())
  await user.click((await press(0)).getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await texts()).toEqual(['Comment deleted', expect.stringContaining('Comment 2')]))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete this comment?' })).toBeNull())
  await user.click((await press(0)).getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await texts()).toEqual([]))
})

const frame = (kind: 'comment.added' | 'task.moved', actorID: string) =>
  host.live({
    type: 'frame',
    cursor: 'c1',
    frame: {
      cursor: 'c1',
      id: '01890000-0000-7000-8000-000000009999',
      kind,
      actorID,
      projectID,
      taskID: task.id,
      requestID: null,
      subjectID: null,
      createdAt: '2026-11-01T02:00:00.000Z',
      task: null,
    },
  })

test('[TALK-26] a comment by somebody else appears live and is announced politely', async () => {
  const kept = hostFeed([entryOf(commentOf(1, lena))])
  const feed = await open()
  await waitFor(async () => expect((await texts()).length).toBe(1))
  end = await followLive(queryClient, ada.id)
  const status = feed.getAllByRole('status').at(-1)
  expect(status?.textContent).toBe('')
  kept.add(entryOf(commentOf(30, lena, { body: 'News' })))
  act(() => frame('comment.added', lena.id))
  await waitFor(async () => expect((await texts()).at(-1)).toContain('News'))
  expect(status?.textContent).toBe('Lena Okoro commented')
  expect(status?.getAttribute('aria-live')).toBe('polite')
})

test('[TALK-27] a task without comments says so in one sentence, with the box below', async () => {
  hostFeed([movedOf(1, lena, '2')])
  const feed = await open()
  const note = await feed.findByText('Nobody has commented on this task yet.')
  expect(note.compareDocumentPosition(await box()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect((await texts()).length).toBe(1)
})

test('[TALK-27] skeletons come after 300 ms; an error keeps the old rows with Retry, and without any says what failed', async () => {
  hostFeed([entryOf(commentOf(1, lena))])
  let answer: () => void = () => undefined
  host.on(
    'comments.feed',
    () =>
      new Promise((resolve) => (answer = () => resolve(ok({ data: [entryOf(commentOf(1, lena))], nextCursor: null })))),
  )
  const feed = await open()
  expect(feed.queryByLabelText('Loading comments and history')).toBeNull()
  await feed.findByLabelText('Loading comments and history')
  await act(async () => answer())
  await waitFor(async () => expect((await texts()).length).toBe(1))
  host.on('comments.feed', failedReply(500, 'INTERNAL'))
  end = await followLive(queryClient, ada.id)
  act(() => frame('comment.added', lena.id))
  expect(await feed.findByText('Failed to read what is new')).toBeTruthy()
  expect((await texts())[0]).toContain('Comment 1')
  hostFeed([entryOf(commentOf(1, lena)), entryOf(commentOf(9, lena))])
  await user.click(feed.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect((await texts()).length).toBe(2))
})

test('[TALK-27] without a network what was read stays readable, and the draft stays', async () => {
  hostFeed([entryOf(commentOf(1, lena))])
  const feed = await open()
  await waitFor(async () => expect((await texts()).length).toBe(1))
  host.on('comments.feed', failedReply(0, 'NETWORK'))
  host.on('comments.create', failedReply(0, 'NETWORK'))
  fill(await box(), 'Offline')
  await user.click(await feed.findByRole('button', { name: 'Comment' }))
  await feed.findByText(/Not sent\./)
  expect((await texts())[0]).toContain('Comment 1')
  expect((await box()).value).toBe('Offline')
})

test('a card that is pressed asks for its feed once: the dialog waits for the call that the press has made', async () => {
  hostFeed([entryOf(commentOf(1, lena))])
  serveTasks([task])
  openTab()
  await user.click(await card('Task 1'))
  await waitFor(async () => expect(await texts()).toHaveLength(1))
  expect(host.called('comments.feed')).toHaveLength(1)
})
