import { ThemeProvider } from '@mui/material'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { ada, layOut, taskOf } from '#support/tasks-tab.tsx'
import { theme } from '#app/theme.ts'
import { SubmitSheet } from './SubmitSheet.tsx'

layOut()
afterEach(clearScreen)
const line = { id: '01890000-0000-7000-8000-000000000501', text: 'In print size', isDone: false }

test('[REVIEW-02] a line of Done when is ticked where its remark is written, before the work is handed in', async () => {
  const task = taskOf(1, { status: 2, assignedToID: ada.id, doneWhen: [line] })
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['review'] }))
  host.on('tasks.get', ok({ data: task }))
  let answer = (): void => undefined
  const ticked = ok({ data: { ...task, doneWhen: [{ ...line, isDone: true }] } })
  host.on('tasks.tick', () => new Promise((resolve) => (answer = () => resolve(ticked))))
  const sheet = <SubmitSheet task={task} onClose={vi.fn()} />
  renderRoutes([{ path: '/', element: <ThemeProvider theme={theme}>{sheet}</ThemeProvider> }], '/')
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit for review' }))
  const box = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Done: In print size' })
  await user.click(box)
  expect(box.checked).toBe(true)
  // The round keeps the ticks that the server has.
  expect(dialog.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(true)
  await waitFor(() => expect(host.called('tasks.tick')[0]?.input.body).toEqual({ isDone: true }))
  answer()
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(false))
  expect(box.checked).toBe(true)
})
