import { act, fireEvent } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'

/**
 * A person at the fake platform's screens who does not wait between keys. That nothing covers what they click is proved
 * end to end; jsdom, which lays nothing out, would only compute every style of every ancestor for it.
 */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })

/** Puts a text into a field at once, where it does not matter how it gets there. */
export const fill = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } })

/** Two presses before React has drawn the first, as a quick double click comes. */
export const pressTwice = (control: HTMLElement): void =>
  act(() => {
    control.click()
    control.click()
  })
