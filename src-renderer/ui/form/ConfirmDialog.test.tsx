import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { confirm } from '#lib/confirm.ts'
import { user } from '#support/quick-user.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

afterEach(cleanup)

test('the question stays readable while the dialog fades out; the answer is passed on at once', async () => {
  render(<ConfirmDialog />)
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = confirm({ title: 'Delete it?', text: 'It is gone then.', confirmLabel: 'Delete', isDangerous: true })
  })
  expect(screen.getByRole('dialog', { name: 'Delete it?' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await answer).toBe(true)
  // The dialog is still in the page while it fades, and not empty.
  expect(screen.getByText('It is gone then.')).toBeTruthy()
  expect(screen.getByText('Delete it?')).toBeTruthy()
})

test.each([
  ['Cancel', 'where something would be lost', true],
  ['Archive', 'elsewhere', false],
])('Enter presses %s %s', async (name, _, isDangerous) => {
  render(<ConfirmDialog />)
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = confirm({ title: 'Archive it?', text: 'It can be restored.', confirmLabel: 'Archive', isDangerous })
  })
  expect(document.activeElement).toBe(screen.getByRole('button', { name }))
  await user.keyboard('{Enter}')
  expect(await answer).toBe(!isDangerous)
})
