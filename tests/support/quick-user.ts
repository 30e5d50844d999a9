import { act, fireEvent } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'

/**
 * A person at the screens of the fake platform who does not wait between keys. It does not check whether something covers the element
 * that is clicked: jsdom has no layout and would only compute styles for it. End-to-end tests check this.
 */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })

/** Puts a text into a field at once, for tests that are not about typing. */
export const fill = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } })

/** Presses twice before React has drawn the first press, as in a quick double click. */
export const pressTwice = (control: HTMLElement): void =>
  act(() => {
    control.click()
    control.click()
  })
