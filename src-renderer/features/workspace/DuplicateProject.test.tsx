import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID, projectOf, serveWorkspace, workspacePath } from '#support/workspace.ts'

afterEach(clearApp)

const open = (role: 'owner' | 'admin', capabilities = ['duplicate']) => {
  serveWorkspace({ role })
  host.on('capabilities.list', ok({ data: capabilities }))
  return renderApp(workspacePath('settings'))
}

test('an owner duplicates the project, and the copy opens; a failure says why and leaves all as it is', async () => {
  const { router } = await open('owner')
  const button = await screen.findByRole('button', { name: 'Duplicate' })
  host.on('projects.duplicate', failedReply(429, 'RATE_LIMITED', 'Too many projects.'))
  await user.click(button)
  expect(await screen.findByText('Too many projects.')).toBeTruthy()
  const copy = projectOf({ id: idOf(9), title: 'Copy of Harbour map', status: 0 })
  host.on('projects.duplicate', ok({ data: copy }))
  await user.click(screen.getByRole('button', { name: 'Duplicate' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/project/${idOf(9)}/overview`))
  expect(await screen.findByText('Copied as a draft.')).toBeTruthy()
  // The same key in both tries, so that there is one copy if it was the first one's answer that was lost.
  const sent = host.called('projects.duplicate').map(({ input }) => input)
  expect(sent[0]).toEqual({ params: { id: projectID }, body: { idempotencyKey: expect.any(String) as unknown } })
  expect(sent).toEqual([sent[0], sent[0]])
})

test.each([
  ['an admin', 'admin', ['duplicate']],
  ['a host that cannot do it', 'owner', []],
] as const)('%s is not offered it', async (_, role, capabilities) => {
  await open(role, [...capabilities])
  await screen.findByRole('heading', { level: 2, name: 'Settings' })
  await host.quiet()
  expect(screen.queryByRole('button', { name: 'Duplicate' })).toBeNull()
})
