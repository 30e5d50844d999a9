import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { host } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

afterEach(clearApp)

// @isolated: the session is read once, when the app starts, so this file has one test.
test('[SESS-27] a page that is loaded while the session ends tells the person, too', async () => {
  host.userID = 'u1'
  host.isEnding = true
  await renderApp('/talent')
  expect(await screen.findByText('Your session has ended. Please log in again.')).toBeDefined()
})
