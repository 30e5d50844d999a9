import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetPerson } from '../lib/browser-storage.ts'
import { useSession } from '../lib/session.ts'
import { resetUserType, useUserType } from '../lib/user-type.ts'
import { useModeSync } from './use-mode-sync.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})

const Page = () => {
  useModeSync()
  return null
}

test('[NAV-30] the mode follows the path of a signed-in person; signing out leaves no mode behind for the next person', () => {
  vi.useFakeTimers()
  useSession.setState({ userID: '01890000-0000-7000-8000-000000000001' })
  render(
    <MemoryRouter initialEntries={['/owner-dashboard']}>
      <Page />
    </MemoryRouter>,
  )
  act(() => void vi.advanceTimersByTime(10))
  expect(sessionStorage.getItem('userType')).toBe('creator')
  // These are the steps of signing out, while the page is still there.
  act(() => {
    useSession.setState({ userID: null })
    forgetPerson()
    resetUserType()
  })
  act(() => void vi.advanceTimersByTime(10_000))
  expect([sessionStorage.getItem('userType'), localStorage.getItem('lastUserType')]).toEqual([null, null])
  expect(useUserType.getState().userType).toBe('contributor')
})
