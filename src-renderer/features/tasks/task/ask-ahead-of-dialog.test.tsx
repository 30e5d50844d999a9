import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, taskOf } from '#support/tasks-tab.tsx'
import { queryClient } from '#lib/query-client.ts'
import { useAskAheadOfDialog } from './ask-ahead-of-dialog.ts'

beforeEach(() => {
  host.userID = ada.id
})
afterEach(clearScreen)

const { id } = taskOf(1)
const asked = () =>
  (['comments.feed', 'submissions.list', 'notifications.following'] as const).map((name) => host.called(name).length)
const Cards = () => (
  <div onClickCapture={useAskAheadOfDialog()}>
    <ul>
      <li data-card={id}>
        <a href="#task">Task</a>
        <button>Menu</button>
      </li>
    </ul>
    <a href="#details" data-details={id}>
      Details
    </a>
  </div>
)
const show = async () => {
  host.on('capabilities.list', () => ok({ data: ['talk', 'review', 'inbox'] }))
  render(
    <QueryClientProvider client={queryClient}>
      <Cards />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(host.called('capabilities.list')).toHaveLength(1))
}

test.each(['Task', 'Details'])('a press on the link %s asks for feed, review and notices of the task', async (name) => {
  await show()
  await user.click(screen.getByRole('link', { name }))
  await waitFor(() => expect(asked()).toEqual([1, 1, 1]))
  expect(host.called('comments.feed')[0]?.input.params).toEqual({ id })
})

test('a press on the menu of a card, or one that opens another tab, asks for nothing', async () => {
  await show()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('link', { name: 'Task' }))
  await user.keyboard('{/Control}')
  expect(asked()).toEqual([0, 0, 0])
})
