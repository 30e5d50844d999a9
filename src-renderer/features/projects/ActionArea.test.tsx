import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { ActionArea, type ActionAreaProps } from './ActionArea.tsx'

afterEach(cleanup)

const show = (view: ActionAreaProps['view'], props: Partial<ActionAreaProps> = {}) => {
  const acts = {
    onApply: vi.fn(),
    onWithdraw: vi.fn(),
    onAccept: vi.fn(),
    onReject: vi.fn(),
    onCheckAgain: vi.fn(),
  }
  render(
    <MemoryRouter>
      <ActionArea projectID="p1" view={view} isApplying={false} answering={null} outcome={null} {...acts} {...props} />
    </MemoryRouter>,
  )
  return acts
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent)

test("[DLG-21] 'Checking...' shows while the membership check loads, without a button", () => {
  show({ kind: 'checking' })
  expect(screen.getByRole('status').textContent).toBe('Checking...')
  expect(buttons()).toEqual([])
})

test("[DLG-22] status 0 reads 'Applied' beside Withdraw", () => {
  const { onWithdraw } = show({ kind: 'applied' })
  expect(screen.getByText('Applied')).toBeTruthy()
  expect(screen.queryByText('Request Sent Successfully!')).toBeNull()
  expect(buttons()).toEqual(['Withdraw'])
  press('Withdraw')
  expect(onWithdraw).toHaveBeenCalledTimes(1)
})

test("[DLG-23] status 5 reads 'Rejected' without a button", () => {
  show({ kind: 'rejected' })
  expect(screen.getByText('Rejected')).toBeTruthy()
  expect(buttons()).toEqual([])
})

test('[DLG-24][DLG-25] status 6 offers Accept and Reject and names the offered role', () => {
  const { onAccept, onReject } = show({ kind: 'invited', role: 'admin' })
  expect(screen.getByText('Admin')).toBeTruthy()
  press('Accept')
  expect([onAccept.mock.calls.length, onReject.mock.calls.length]).toEqual([1, 0])
  press('Reject')
  expect([onAccept.mock.calls.length, onReject.mock.calls.length]).toEqual([1, 1])
})

test.each([
  ['owner', 'Owner'],
  ['admin', 'Admin'],
  ['member', 'Member'],
] as const)('[DLG-25] the role %s shows as a badge', (role, label) => {
  show({ kind: 'member', role })
  expect(screen.getByText(label)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open project' }).getAttribute('href')).toBe('/project/p1')
})

test("[DLG-26] after an application was sent the area reads 'Request Sent Successfully!'", () => {
  show({ kind: 'sent' }, { outcome: 'applied' })
  expect(screen.getByText('Request Sent Successfully!')).toBeTruthy()
  expect(buttons()).toEqual([])
  cleanup()
  show({ kind: 'applied' }, { outcome: 'applied' })
  expect(screen.getByText('Request Sent Successfully!')).toBeTruthy()
  expect(buttons()).toEqual(['Withdraw'])
})

test("[DLG-27] a project with an earlier application reads 'Already Applied'", () => {
  show({ kind: 'alreadyRequested' })
  expect(screen.getByText('Already Applied')).toBeTruthy()
  expect(buttons()).toEqual([])
})

test("[DLG-28][DLG-29] Apply reads 'Requesting...' while busy and cannot be pressed twice", () => {
  const { onApply } = show({ kind: 'apply' })
  press('Apply')
  expect(onApply).toHaveBeenCalledTimes(1)
  cleanup()
  const busy = show({ kind: 'apply' }, { isApplying: true })
  press('Requesting...')
  expect(busy.onApply).not.toHaveBeenCalled()
})

test('a failed check can be repeated, and a closed project says that it is closed', () => {
  const { onCheckAgain } = show({ kind: 'unknown' })
  press('Check again')
  expect(onCheckAgain).toHaveBeenCalledTimes(1)
  cleanup()
  show({ kind: 'closed' })
  expect(screen.getByText('Not open for applications')).toBeTruthy()
  expect(buttons()).toEqual([])
})

test('[DLG-45] after Apply the area says who decides, and where the answer will be shown', () => {
  show({ kind: 'applied' }, { outcome: 'applied' })
  const said = screen.getByText('Request Sent Successfully!').parentElement
  expect(said?.textContent).toContain('owner and admins decide')
  expect(screen.getByRole('link', { name: 'Requests, Sent' }).getAttribute('href')).toBe(
    '/my-projects?tab=requests&show=sent',
  )
})
