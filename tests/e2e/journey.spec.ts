import { runCli } from '../support/cli-process.ts'
import { expect, test } from './fixtures.ts'
import { mailedCode, mailedPath, newName } from './people.ts'

test('an invited person registers, signs in, finds a project, applies, withdraws and applies again', async ({
  page,
  open,
  server,
  hostKind,
}) => {
  const username = newName()
  const email = `${username}@people.test`

  await test.step('an administrator invites the address from a terminal', async () => {
    const invited = await runCli(server.origin, ['waitlist', 'invite', email, '--json'], { account: 'admin' })
    expect(invited.stderr).not.toContain('rror')
    expect(invited.exitCode).toBe(0)
  })

  await test.step('the person registers with the mailed link', async () => {
    await open(await mailedPath(server, email, 'register'))
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('a-good-password')
    await page.getByRole('button', { name: 'Create Account' }).click()
  })

  await test.step('the person verifies with the code from the local mailbox', async () => {
    const code = await mailedCode(server, email)
    const mailbox = await fetch(`${server.origin}/_mail`)
    expect(await mailbox.text()).toContain(email)
    await page.getByLabel(/code/i).fill(code)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Go to dashboard' }).first()).toBeVisible()
  })

  await test.step('the person signs out and in again', async () => {
    await page.getByRole('link', { name: 'Go to dashboard' }).first().click()
    // A new account is led to its profile once, where the host can keep one.
    if (hostKind !== 'release 1') await page.getByRole('link', { name: 'Skip', exact: true }).click()
    await expect(page).toHaveURL(/\/market$/)
    await page.getByRole('button', { name: /account|profile/i }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Request Access' }).first()).toBeVisible()
    await open('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a-good-password')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Available Jobs' })).toBeVisible()
  })

  await test.step('the person finds a project and opens its dialog', async () => {
    await page.getByLabel('Search projects').fill('react')
    await expect(page).toHaveURL(/q=react/)
    await page
      .getByRole('button', { name: /view details/i })
      .or(page.getByRole('link', { name: /view details/i }))
      .first()
      .click()
    await expect(page).toHaveURL(/\/project\/[0-9a-f-]+\/dialog/)
  })

  await test.step('the person applies, withdraws and applies again', async () => {
    const apply = page.getByRole('button', { name: /^apply/i })
    await apply.click()
    const withdraw = page.getByRole('button', { name: /withdraw/i })
    await expect(withdraw).toBeVisible()
    await withdraw.click()
    await expect(apply).toBeVisible()
    await apply.click()
    await expect(withdraw).toBeVisible()
    await page.reload()
    await expect(page.getByText('Applied', { exact: true }).first()).toBeVisible()
  })
})
