import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NewPasswordField } from './NewPasswordField.tsx'

afterEach(cleanup)

const Form = ({ least = 6 }: { least?: number }) => {
  const [typed, setTyped] = useState('')
  const owner = { email: 'ada.lovelace@example.org', username: 'Countess_of_L' }
  return (
    <NewPasswordField
      label="New password"
      typed={typed}
      least={least}
      owner={owner}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
const field = () => screen.getByLabelText('New password')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const says = () => screen.getByRole('status').textContent

test('[ACCT-23] the meter says why a password is refused, in a region that screen readers hear and beside its field', async () => {
  render(<Form />)
  expect(says()).toBe('At least 6 characters.')
  type('hfj4k')
  expect(says()).toBe('Password must be at least 6 characters long.')
  expect(
    document.getElementById(field().getAttribute('aria-describedby') ?? '')?.contains(screen.getByRole('status')),
  ).toBe(true)
  for (const name of ['ADA.lovelace@example.org', 'ada.lovelace', 'countess_of_l', 'GuildHall']) {
    type(name)
    expect(says()).toContain('Don’t use your name, your address or')
  }
  type('iLoveYou')
  await waitFor(() => expect(says()).toContain('one of the first that anybody would try'))
  type('hfj4kq')
  expect(says()).toBe('Good enough. A longer one is stronger.')
  type('correct horse battery')
  expect(says()).toBe('Strong.')
})

test('[ACCT-21] [ACCT-23] the length is the one that the server wants', () => {
  render(<Form least={12} />)
  expect(says()).toBe('At least 12 characters.')
  type('hfj4kq')
  expect(says()).toBe('Password must be at least 12 characters long.')
})

test('[ACCT-22] a password that only contains a name is not refused', () => {
  render(<Form />)
  type('the guildhall of ada.lovelace')
  expect(says()).toBe('Strong.')
})
