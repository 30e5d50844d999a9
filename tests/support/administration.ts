import { screen, within } from '@testing-library/react'
import { host, ok } from './fake-platform.ts'
import { user } from './quick-user.ts'

export const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
export const time = '2025-01-05T10:00:00.000Z'
const joined = '2025-01-02T10:00:00.000Z'
export const waiting = (number: number, lastInvitedAt: string | null = null) => ({
  id: idOf(number),
  email: `person${number}@example.org`,
  isInvited: lastInvitedAt !== null,
  lastInvitedAt,
  createdAt: joined,
})
export const application = (number: number, status: 0 | 1 | 2) => ({
  id: idOf(100 + number),
  userID: idOf(200 + number),
  status,
  reason: null,
  createdAt: time,
  updatedAt: time,
  user: { username: `user${number}`, email: `user${number}@example.org`, tier: 'bronze' },
})
export const pageOf = (data: unknown[], total = data.length) =>
  ok({ data, pagination: { page: 1, limit: 25, total, totalPages: Math.ceil(total / 25) } })
export const click = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
export const rowOf = (text: string) => {
  const row = screen.getByText(text).closest('[role="row"]')
  if (!(row instanceof HTMLElement)) throw new Error(`no row has ${text}`)
  return within(row)
}
export const approve = async (name: string) => {
  await click(`Approve ${name}`)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }))
}

/** A host with two addresses on its waitlist, one of them invited, and two applications, one of them open. */
export const setUpAdministration = () => {
  host.userID = idOf(999)
  host.on('users.username', ok({ data: { username: 'root' } }))
  host.on('waitlist.list', pageOf([waiting(1), waiting(2, time)]))
  host.on('creatorApplications.list', pageOf([application(1, 0), application(2, 1)]))
}
