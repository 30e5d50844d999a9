import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host } from '#support/fake-platform.ts'
import { project, serve } from '#support/owned-projects.ts'
import { fill, newID, openWizard, press, takeAll } from '#support/project-wizard.ts'
import { clearApp } from '#support/render-app.tsx'

afterEach(clearApp)

const map = { Title: 'A map', Description: 'Of the harbour.' }

test('[WIZ-21] a draft whose answer was lost is looked for before it is created again; a similar older draft is left alone', async () => {
  const like = project(8, { status: 0, title: 'A map', description: 'Of the harbour.' })
  takeAll(like)
  host.on('projects.create', failedReply(0, 'TIMEOUT'))
  const { wizard } = await openWizard()
  fill(wizard, map)
  press(wizard, 'Save as draft')
  expect(await wizard.findByText('Failed to save draft. Please try again.')).toBeTruthy()
  // The server has created the draft although its answer was lost.
  serve(like, project(500, { status: 0, title: 'A map', description: 'Of the harbour.' }))
  fill(wizard, { Budget: '300' })
  press(wizard, 'Save as draft')
  expect(await screen.findByText('“A map” is saved as a draft.')).toBeTruthy()
  expect(host.called('projects.create')).toHaveLength(1)
  expect(host.called('projects.update').map(({ input }) => input)).toMatchObject([
    { params: { id: newID }, body: { title: 'A map', budget: '300' } },
  ])
})

test('[WIZ-23] a draft that was not created, and whose answer was lost, is created by the next try', async () => {
  takeAll()
  host.on('projects.create', failedReply(0, 'NETWORK'))
  const { wizard } = await openWizard()
  fill(wizard, map)
  press(wizard, 'Save as draft')
  expect(await wizard.findByText('Failed to save draft. Please try again.')).toBeTruthy()
  takeAll()
  press(wizard, 'Save as draft')
  expect(await screen.findByText('“A map” is saved as a draft.')).toBeTruthy()
  expect(host.called('projects.create')).toHaveLength(2)
})
