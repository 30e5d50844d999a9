import { afterEach, expect, test, vi } from 'vitest'
import { focusNextHeading, forgetNextHeading } from './focus-heading.ts'

afterEach(() => {
  vi.useRealTimers()
  forgetNextHeading()
  document.body.replaceChildren()
})

/** Shows a page with this heading in the place of the page before; observers of the page have run when it resolves. */
const show = async (title: string): Promise<void> => {
  const heading = document.createElement('h1')
  heading.textContent = title
  document.body.replaceChildren(heading, document.createElement('button'))
  await Promise.resolve()
}
const focused = () => document.activeElement?.textContent

test('the heading of the page that comes next has the focus, and passes it on to the one in its place', async () => {
  await show('Sign in')
  focusNextHeading()
  await show('Loading')
  expect(focused()).toBe('Loading')
  await show('Your projects')
  expect(focused()).toBe('Your projects')
})

test('the page that is left keeps no focus, and a focus that is elsewhere stays there', async () => {
  await show('Sign in')
  focusNextHeading()
  document.body.append(document.createElement('p'))
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  document.body.prepend(document.createElement('h1'))
  await Promise.resolve()
  expect(document.activeElement).toBe(field)
})

test.each(['keydown', 'pointerdown', 'click'])('after a %s no heading takes the focus', async (act) => {
  await show('Sign in')
  focusNextHeading()
  const button = document.querySelector('button')
  // A control may keep the event to itself.
  button?.addEventListener(act, (event) => event.stopPropagation())
  button?.dispatchEvent(new Event(act, { bubbles: true }))
  await show('Your projects')
  expect(document.activeElement).toBe(document.body)
})

test('a page that comes after ten seconds does not take the focus', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await show('Sign in')
  focusNextHeading()
  vi.advanceTimersByTime(10_000)
  await show('Your projects')
  expect(document.activeElement).toBe(document.body)
})
