import { demo, expect, test } from '../fixtures.ts'
import { screens } from '../screens.ts'

/** The names of one state of each screen; tests/e2e/web/accessibility.spec.ts looks at all states in the web build. */
const wanted = [
  'landing',
  'login',
  'register',
  'reset-form',
  'terms',
  'privacy',
  'market',
  'dialog-apply',
  'my-projects',
  'profile-visitor',
  'talent',
  'dashboard',
  'wizard-generated',
  'workspace-overview',
  'tasks-board',
  'tasks-backlog',
  'files',
  'collaborators',
  'workspace-settings',
  'creator-application',
  'admin-users',
]

// These tests run in the desktop app alone, because the web build's tests look at every state of every screen.
for (const name of wanted)
  test(`[DESK-18] ${name} works in the desktop window`, async ({ page, open, enter, network, server }) => {
    const screen = screens.find((one) => one.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    if (screen.as) await enter(demo[screen.as])
    await screen.show({ page, open, network, server })
    expect(problems).toEqual([])
  })
