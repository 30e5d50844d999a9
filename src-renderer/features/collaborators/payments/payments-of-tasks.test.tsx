import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ada, collaboratorsPath, paymentOf, serveTeam } from '#support/collaborators.ts'
import { capabilityNames } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, projectID, taskOf } from '#support/workspace.ts'
import { paths } from '#lib/paths.ts'

afterEach(clearApp)

const third = taskOf(3)
const serve = () => {
  serveTeam({
    payments: [
      paymentOf(1, { task: { id: third.id, taskId: '3', title: 'Draw the map' } }),
      paymentOf(2, { task: { id: null, taskId: '9', title: 'A task of long ago' } }),
    ],
  })
  host.on('capabilities.list', ok({ data: ['taskPayments'] }))
  host.on('payments.create', ok({ data: paymentOf(10) }))
}

test('an entry leads to its task; one that is gone is a name', async () => {
  serve()
  await renderApp(collaboratorsPath('?view=payments'))
  const entries = within(await screen.findByRole('list', { name: 'Payments' }))
  expect(entries.getByRole('link', { name: 'Task #3' }).getAttribute('href')).toBe(paths.task(projectID, third.id))
  expect(entries.getByText(/Draw the map/)).toBeTruthy()
  expect(entries.getByText(/Task #9 · A task of long ago/)).toBeTruthy()
  expect(entries.queryByRole('link', { name: 'Task #9' })).toBeNull()
})

test('a payment is recorded for the task that was chosen by its number', async () => {
  serve()
  await renderApp(collaboratorsPath('?view=payments'))
  const form = within(await screen.findByRole('form', { name: 'Quick Payment' }))
  await user.click(form.getByRole('combobox', { name: 'Collaborator' }))
  await user.click(await screen.findByRole('option', { name: 'Ada Byron' }))
  fill(form.getByLabelText('Amount'), '10')
  const task = await form.findByRole('combobox', { name: 'Task (optional)' })
  await user.click(task)
  fill(task, '#5')
  await user.click(await screen.findByRole('option', { name: '#5 Task 5' }))
  await user.click(form.getByRole('button', { name: 'Record Payment' }))
  await screen.findByText('$10.00 to Ada Byron recorded.')
  expect(host.called('payments.create')[0]?.input.body).toMatchObject({ taskID: taskOf(5).id })
})

test('who comes from a task finds it and the person who does it in the form', async () => {
  serve()
  await renderApp(paths.payForTask(projectID, third.id))
  const form = within(await screen.findByRole('form', { name: 'Quick Payment' }))
  const task = await form.findByRole<HTMLInputElement>('combobox', { name: 'Task (optional)' })
  await waitFor(() => expect(task.value).toBe('#3 Task 3'))
  fill(form.getByLabelText('Amount'), '10')
  await user.click(form.getByRole('button', { name: 'Record Payment' }))
  await screen.findByText('$10.00 to Ada Byron recorded.')
  expect(host.called('payments.create')[0]?.input.body).toMatchObject({ userID: ada, taskID: third.id })
})

test('when the tasks come only with a retry, the form still has the task that somebody came from', async () => {
  serve()
  host.on('tasks.byProject', failed)
  await renderApp(paths.payForTask(projectID, third.id))
  const form = within(await screen.findByRole('form', { name: 'Quick Payment' }))
  expect((await form.findByRole<HTMLInputElement>('combobox', { name: 'Task (optional)' })).value).toBe('')
  serve()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() =>
    expect(form.getByRole<HTMLInputElement>('combobox', { name: 'Task (optional)' }).value).toBe('#3 Task 3'),
  )
})

test('a bulk payment names its task, too', async () => {
  serve()
  host.on('payments.bulk', ok({ data: [paymentOf(10)] }))
  await renderApp(collaboratorsPath('?view=payments&dialog=bulk'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Payment' }))
  fill(dialog.getByLabelText('Total amount'), '10')
  await user.click(dialog.getByRole('checkbox', { name: 'Ada Byron' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Task (optional)' }))
  await user.click(await screen.findByRole('option', { name: '#3 Task 3' }))
  await user.click(dialog.getByRole('button', { name: /^Record 1 Payment/ }))
  await screen.findByText('$10.00 to 1 person recorded.')
  expect(host.called('payments.bulk')[0]?.input.body).toMatchObject({ taskID: third.id })
})

describe('a server of the release before, which refuses the task of a payment,', () => {
  const withoutTasks = () => {
    serve()
    host.on('capabilities.list', ok({ data: capabilityNames.filter((name) => name !== 'taskPayments') }))
    host.on('payments.bulk', ok({ data: [paymentOf(10)] }))
  }

  test('[CAP-02] is not told any by the form, also for who comes from a task', async () => {
    withoutTasks()
    await renderApp(paths.payForTask(projectID, third.id))
    const form = within(await screen.findByRole('form', { name: 'Quick Payment' }))
    fill(form.getByLabelText('Amount'), '10')
    // Periods come with another capability: this one shows that the list has arrived.
    expect(await screen.findByRole('combobox', { name: 'Period' })).toBeTruthy()
    expect(form.queryByRole('combobox', { name: 'Task (optional)' })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Record Payment' }))
    await screen.findByText('$10.00 to Ada Byron recorded.')
    const { body } = host.called('payments.create')[0]?.input ?? {}
    expect(body).toMatchObject({ userID: ada, amountCents: 1000 })
    expect(body).not.toHaveProperty('taskID')
  })

  test('[CAP-02] is not told any by the form for several people', async () => {
    withoutTasks()
    await renderApp(collaboratorsPath('?view=payments&dialog=bulk'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Payment' }))
    fill(dialog.getByLabelText('Total amount'), '10')
    await user.click(dialog.getByRole('checkbox', { name: 'Ada Byron' }))
    expect(dialog.queryByRole('combobox', { name: 'Task (optional)' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: /^Record 1 Payment/ }))
    await screen.findByText('$10.00 to 1 person recorded.')
    expect(host.called('payments.bulk')[0]?.input.body).not.toHaveProperty('taskID')
  })
})
